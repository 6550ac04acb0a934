import * as z from 'zod'
import { endpoint, field, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { nonBlank } from '../../primitives.ts'

export const createSavedSnippet = endpoint({
  id: 'create-saved-snippet',
  method: 'POST',
  path: '/saved_snippets',
  role: 'guest',
  scope: 'settings',
  since: 297,
  summary: 'Save a snippet of text for later use.',
  params: {
    title: text(nonBlank(limits.maxSavedSnippetTitleLength), 'The title, shown in the menu.'),
    content: text(nonBlank(limits.maxMessageLength), 'Markdown, inserted as it is.'),
  },
  returns: { saved_snippet_id: field(z.int(), 'Id of the snippet.') },
  errors: [{ code: 'BAD_REQUEST', when: 'The title or the content is empty or too long.' }],
  example: {
    request: { title: 'Greeting', content: 'Welcome **aboard**!' },
    response: { saved_snippet_id: 1 },
  },
})
