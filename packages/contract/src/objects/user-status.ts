import * as z from 'zod'
import { field } from '../define.ts'
import { codePointLength } from '../primitives.ts'

/** The kinds of emoji; each has a namespace of codes. Older clients call the last one `zulip_extra_emoji`. */
export const emojiTypes = [
  'unicode_emoji',
  'realm_emoji',
  'service_extra_emoji',
  'zulip_extra_emoji',
] as const

const statusTextLimit = 60

export const statusText = z
  .string()
  .trim()
  .refine((value) => !value.includes('\0'), { error: '{name} must not contain null bytes' })
  .refine((value) => codePointLength(value) <= statusTextLimit, {
    error: `{name} is too long (limit: ${statusTextLimit} characters)`,
  })

/** A user's status as others see it. Parts that are not set are missing. */
export const userStatus = z.strictObject({
  status_text: field(z.string().optional(), 'The text of the status.'),
  emoji_name: field(z.string().optional(), 'Name of the emoji.', { since: 86 }),
  emoji_code: field(z.string().optional(), 'Code of the emoji.', { since: 86 }),
  reaction_type: field(z.enum(emojiTypes).optional(), 'Namespace of the code.', { since: 86 }),
  away: field(
    z.literal(true).optional(),
    'Whether the user is invisible: the opposite of the setting `presence_enabled`. Given only to the user.',
    { deprecated: 148 },
  ),
})
export type UserStatus = z.output<typeof userStatus>
