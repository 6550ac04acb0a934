import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const deleteRealmExport = endpoint({
  id: 'delete-realm-export',
  method: 'DELETE',
  path: '/export/realm/{export_id}',
  role: 'administrator',
  scope: 'full',
  summary: 'Delete the archive of an export.',
  doc: 'The export stays in the list, with the time when its archive was deleted.',
  params: { export_id: inPath(id('export'), 'The export.') },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The export does not exist, is not finished, has failed, or was already deleted.',
    },
  ],
  example: { request: { export_id: 3 }, response: {} },
})
