import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { savedSnippet } from '../../objects/saved-snippet.ts'

export const getSavedSnippets = endpoint({
  id: 'get-saved-snippets',
  method: 'GET',
  path: '/saved_snippets',
  role: 'guest',
  scope: 'settings',
  since: 297,
  summary: 'Fetch your saved snippets.',
  params: {},
  returns: { saved_snippets: field(z.array(savedSnippet), 'The snippets, oldest first.') },
  example: {
    request: {},
    response: {
      saved_snippets: [
        { id: 1, title: 'Greeting', content: 'Welcome **aboard**!', date_created: 1681662420 },
      ],
    },
  },
})
