import { endpoint, inPath, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { id, nonBlank } from '../../primitives.ts'

export const editSavedSnippet = endpoint({
  id: 'edit-saved-snippet',
  method: 'PATCH',
  path: '/saved_snippets/{saved_snippet_id}',
  role: 'guest',
  scope: 'settings',
  since: 368,
  summary: 'Change a saved snippet.',
  params: {
    saved_snippet_id: inPath(id('saved snippet'), 'The snippet.'),
    title: text(nonBlank(limits.maxSavedSnippetTitleLength).optional(), 'The new title.'),
    content: text(nonBlank(limits.maxMessageLength).optional(), 'The new content.'),
  },
  returns: {},
  errors: [
    { code: 'BAD_REQUEST', status: 404, when: 'The snippet does not exist, or is not the caller’s.' },
    {
      code: 'BAD_REQUEST',
      when: 'A text is empty or too long, or the request changes nothing.',
    },
  ],
  example: { request: { saved_snippet_id: 1, title: 'Welcome' }, response: {} },
})
