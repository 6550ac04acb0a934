import * as z from 'zod'

/** Number of Unicode code points, which is how the API counts text. */
export function codePointLength(text: string): number {
  let count = text.length
  for (let index = 0; index < text.length - 1; index++) {
    const unit = text.charCodeAt(index)
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(index + 1)
      if (next >= 0xdc00 && next <= 0xdfff) {
        count--
        index++
      }
    }
  }
  return count
}

// Control characters and line separators. Names cannot hold them.
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** Tag of a language, such as `en` or `pt-br`. */
export const languageTag = z.string().regex(/^[a-z]{2,3}(-[a-zA-Z0-9]{2,8})*$/)

/** Text of at most `limit` code points without null bytes. */
export const textUpTo = (limit: number) =>
  z
    .string()
    .refine((value) => !value.includes('\0'), { error: '{name} must not contain null bytes' })
    .refine((value) => codePointLength(value) <= limit, {
      error: `{name} is too long (limit: ${limit} characters)`,
    })

/** Text that is more than white space, trimmed. */
export const nonBlank = (limit: number) =>
  z
    .string()
    .trim()
    .refine((value) => value.length > 0, { error: '{name} cannot be blank' })
    .refine((value) => !value.includes('\0'), { error: '{name} must not contain null bytes' })
    .refine((value) => codePointLength(value) <= limit, {
      error: `{name} is too long (limit: ${limit} characters)`,
    })

/** A name that people read in one line: trimmed, not blank, no control characters. */
export const name = (limit: number) =>
  nonBlank(limit).refine((value) => !controlCharacters.test(value), {
    error: '{name} contains characters that are not allowed in a name',
  })

/** An id; never negative. */
export const id = (what: string) => z.int().nonnegative().describe(`Id of the ${what}.`)

/** A whole number that stands for a message. `largestMessageId` is allowed although it is not a safe integer. */
export const anchorNumber = z.number().refine(Number.isInteger, { error: '{name} is not an integer' })

/** A UNIX time in whole seconds. */
export const unixSeconds = z.int().nonnegative()

/** A group-setting value: the id of a group, or an anonymous group of users and groups. */
export const groupSetting = z
  .union([
    z.int().nonnegative(),
    z.object({
      direct_members: z.array(z.int().nonnegative()).describe('Ids of users.'),
      direct_subgroups: z.array(z.int().nonnegative()).describe('Ids of groups.'),
    }),
  ])
  .describe(
    'The id of a user group, or an object with `direct_members` (user ids) and `direct_subgroups` (group ids).',
  )
export type GroupSetting = z.output<typeof groupSetting>

/** A new group-setting value. With `old`, the call is refused if the value has changed meanwhile. */
export const groupSettingChange = z.object({ new: groupSetting, old: groupSetting.optional() })

/** A narrow: a list of terms. Each is an object or, from old clients, a pair. */
export const narrow = z
  .array(
    z.union([
      z.object({
        operator: z.string(),
        operand: z.union([z.string(), z.int(), z.array(z.int())]),
        negated: z.boolean().optional(),
      }),
      z
        .tuple([z.string(), z.union([z.string(), z.int(), z.array(z.int())])])
        .transform(([operator, operand]) => ({ operator, operand, negated: false })),
    ]),
  )
  .describe(
    'A list of `{operator, operand, negated}`. A message matches if all of them hold. Operators: `channel`, `channels` (`all`, `public`, `web-public`, `archived`), `topic`, `dm`, `dm-with`, `sender`, `mentions`, `is`, `in` (`home`, `all`), `has`, `search`, `id`, `near`, `with`.',
  )
export type Narrow = z.output<typeof narrow>
