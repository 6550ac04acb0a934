import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const deleteOwnExport = endpoint({
  id: 'delete-own-export',
  method: 'DELETE',
  path: '/tagma/own_exports/{export_id}',
  role: 'guest',
  scope: 'full',
  bots: false,
  summary: 'Delete an archive of your own data.',
  doc: 'The export stays in the list, with the time when its archive was deleted. An endpoint of Tagma; Zulip has none for this.',
  params: { export_id: inPath(id('export'), 'The export.') },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The export is not yours, is not finished, has failed, or was already deleted.',
    },
  ],
  example: { request: { export_id: 4 }, response: {} },
})
