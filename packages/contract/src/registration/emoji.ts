import * as z from 'zod'
import { field } from '../define.ts'
import { customEmojiById } from '../objects/custom-emoji.ts'

/** The emoji's part of the registration response. */
export const emojiRegistration = {
  realm_emoji: field(customEmojiById.optional(), 'The organization’s custom emoji by id.'),
  server_emoji_data_url: field(
    z.string().optional(),
    'Address of a JSON file whose `code_to_names` has the names of each Unicode emoji by code, the canonical one first. The address changes when its contents do.',
    { since: 140 },
  ),
}
