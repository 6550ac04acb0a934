import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const deleteDraft = endpoint({
  id: 'delete-draft',
  method: 'DELETE',
  path: '/drafts/{draft_id}',
  role: 'guest',
  scope: 'messages:write',
  summary: 'Delete a draft.',
  params: { draft_id: inPath(id('draft'), 'The draft.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', status: 404, when: 'The draft does not exist, or is not the caller’s.' }],
  example: { request: { draft_id: 1 }, response: {} },
})
