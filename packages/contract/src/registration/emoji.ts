import * as z from 'zod'
import { field } from '../define.ts'
import { customEmojiById } from '../objects/custom-emoji.ts'

/** The emoji's part of the registration response. */
export const emojiRegistration = {
  realm_emoji: field(customEmojiById.optional(), 'The organization’s custom emoji by id.'),
  server_emoji_data_url: field(
    z.string().optional(),
    'The address of a JSON file. Its `code_to_names` lists the names of each Unicode emoji by code, the canonical name first. The address changes with the contents.',
    { since: 140 },
  ),
}
