import * as z from 'zod'
import { event, field } from '../define.ts'
import { savedSnippet } from '../objects/saved-snippet.ts'

const example = { id: 1, title: 'Greeting', content: 'Welcome **aboard**!', date_created: 1681662420 }

export const savedSnippetsAddEvent = event({
  type: 'saved_snippets',
  op: 'add',
  since: 297,
  doc: 'The user saved a snippet.',
  fields: { saved_snippet: field(savedSnippet, 'The new snippet.') },
  example: { type: 'saved_snippets', op: 'add', saved_snippet: example, id: 65536 },
})

export const savedSnippetsUpdateEvent = event({
  type: 'saved_snippets',
  op: 'update',
  since: 368,
  doc: 'The user changed a snippet.',
  fields: { saved_snippet: field(savedSnippet, 'The snippet after the change.') },
  example: { type: 'saved_snippets', op: 'update', saved_snippet: example, id: 65537 },
})

export const savedSnippetsRemoveEvent = event({
  type: 'saved_snippets',
  op: 'remove',
  since: 297,
  doc: 'The user deleted a snippet.',
  fields: { saved_snippet_id: field(z.int(), 'Id of the snippet.') },
  example: { type: 'saved_snippets', op: 'remove', saved_snippet_id: 1, id: 65538 },
})
