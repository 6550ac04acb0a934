import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const removeLinkifier = endpoint({
  id: 'remove-linkifier',
  method: 'DELETE',
  path: '/realm/filters/{filter_id}',
  role: 'administrator',
  summary: 'Remove a linkifier.',
  doc: 'Links that were made already stay.',
  params: { filter_id: inPath(id('linkifier'), 'Id of the linkifier.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'No linkifier has this id.' }],
  example: { request: { filter_id: 42 }, response: {} },
})
