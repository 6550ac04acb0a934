import * as z from 'zod'
import { field } from '../define.ts'
import { draft } from '../objects/draft.ts'
import { savedSnippet } from '../objects/saved-snippet.ts'
import { reminder, scheduledMessage } from '../objects/scheduled-message.ts'

/**
 * The user's personal things: drafts, snippets, scheduled messages, reminders and alert words in the registration
 * response.
 */
export const personalRegistration = {
  drafts: field(z.array(draft).optional(), 'The user’s drafts, the last edited one first.'),
  saved_snippets: field(z.array(savedSnippet).optional(), 'The user’s saved snippets, oldest first.', {
    since: 297,
  }),
  scheduled_messages: field(
    z.array(scheduledMessage).optional(),
    'The user’s scheduled messages, the next one first.',
    { since: 179 },
  ),
  reminders: field(z.array(reminder).optional(), 'The user’s reminders, the next one first.', { since: 399 }),
  max_reminder_note_length: field(z.int().optional(), 'Limit of reminders’ notes in code points.', {
    since: 415,
  }),
  alert_words: field(z.array(z.string()).optional(), 'The user’s alert words.'),
}
