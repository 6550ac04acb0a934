import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const removeLinkifier = endpoint({
  id: 'remove-linkifier',
  method: 'DELETE',
  path: '/realm/filters/{filter_id}',
  role: 'administrator',
  scope: 'organization',
  summary: 'Remove a linkifier.',
  doc: 'Links in old messages stay.',
  params: { filter_id: inPath(id('linkifier'), 'Id of the linkifier.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The linkifier does not exist.' }],
  example: { request: { filter_id: 42 }, response: {} },
})
