import * as z from 'zod'
import { field } from '../define.ts'
import { limits } from '../limits.ts'
import { textUpTo } from '../primitives.ts'

const fields = {
  type: field(
    z.enum(['', 'stream', 'private']),
    'The kind of recipient: empty for a draft without one, `stream` for a channel, `private` for people.',
  ),
  to: field(
    z.array(z.int()),
    'The id of one channel, or the ids of people. Empty for a draft without a recipient.',
  ),
}

/** A draft as clients send it. */
export const newDraft = z.object({
  ...fields,
  topic: field(textUpTo(limits.maxTopicLength), 'The topic. Ignored unless the draft is for a channel.'),
  content: field(textUpTo(limits.maxDraftLength), 'Markdown.'),
  timestamp: field(
    z.number().nonnegative().max(Number.MAX_SAFE_INTEGER).optional(),
    'The time of the last edit in UNIX seconds. Omitted: the server’s time.',
  ),
})
export type NewDraft = z.output<typeof newDraft>

/** A draft as it is kept. */
export const draft = z.strictObject({
  id: field(z.int(), 'Id of the draft.'),
  ...fields,
  topic: field(z.string(), 'The topic. Empty unless the draft is for a channel.'),
  content: field(z.string(), 'Markdown.'),
  timestamp: field(z.int(), 'UNIX seconds of the last edit.'),
})
export type Draft = z.output<typeof draft>
