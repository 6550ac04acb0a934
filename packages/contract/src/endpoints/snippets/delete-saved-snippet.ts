import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const deleteSavedSnippet = endpoint({
  id: 'delete-saved-snippet',
  method: 'DELETE',
  path: '/saved_snippets/{saved_snippet_id}',
  role: 'guest',
  scope: 'settings',
  since: 297,
  summary: 'Delete a saved snippet.',
  params: { saved_snippet_id: inPath(id('saved snippet'), 'The snippet.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', status: 404, when: 'The snippet does not exist, or is not the caller’s.' }],
  example: { request: { saved_snippet_id: 1 }, response: {} },
})
