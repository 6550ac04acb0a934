import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const deleteDraft = endpoint({
  id: 'delete-draft',
  method: 'DELETE',
  path: '/drafts/{draft_id}',
  role: 'guest',
  summary: 'Delete a draft.',
  params: { draft_id: inPath(id('draft'), 'The draft.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The caller has no such draft.' }],
  example: { request: { draft_id: 1 }, response: {} },
})
