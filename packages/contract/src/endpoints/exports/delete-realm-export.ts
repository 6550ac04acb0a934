import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const deleteRealmExport = endpoint({
  id: 'delete-realm-export',
  method: 'DELETE',
  path: '/export/realm/{export_id}',
  role: 'administrator',
  summary: 'Delete the archive of an export.',
  doc: 'The export stays in the list, with the time at which its archive was deleted.',
  params: { export_id: inPath(id('export'), 'The export.') },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'There is no such export, it is still being made, it failed, or it was deleted before.',
    },
  ],
  example: { request: { export_id: 3 }, response: {} },
})
