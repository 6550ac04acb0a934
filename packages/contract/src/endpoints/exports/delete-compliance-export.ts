import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const deleteComplianceExport = endpoint({
  id: 'delete-compliance-export',
  method: 'DELETE',
  path: '/tagma/compliance_exports/{export_id}',
  role: 'owner',
  scope: 'full',
  bots: false,
  summary: 'Delete the archive of a compliance export.',
  doc: 'The export stays in the list, with the time when its archive was deleted. An endpoint of Tagma; Zulip has none for this.',
  params: { export_id: inPath(id('export'), 'The export.') },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The export does not exist, is not finished, has failed, or was already deleted.',
    },
  ],
  example: { request: { export_id: 5 }, response: {} },
})
