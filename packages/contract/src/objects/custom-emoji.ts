import * as z from 'zod'
import { field } from '../define.ts'

/** A custom emoji of the organization. */
export const customEmoji = z.strictObject({
  id: field(z.string(), 'Id of the emoji; its `emoji_code` in reactions.'),
  name: field(z.string(), 'Name of the emoji.'),
  source_url: field(z.string(), 'The address of the picture, as a path.'),
  still_url: field(
    z.string().nullable(),
    'The path of the picture’s first frame; null if the picture is not animated.',
    { since: 140 },
  ),
  deactivated: field(z.boolean(), 'Whether the emoji can no longer be used in new messages.'),
  author_id: field(z.int().nullable(), 'Id of the user who added it.'),
})
export type CustomEmoji = z.output<typeof customEmoji>

/** The custom emoji by id, deactivated ones included, because old messages show them. */
export const customEmojiById = z.record(z.string(), customEmoji)
