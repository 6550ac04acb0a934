import table from './emoji-names.json' with { type: 'json' }

const namesByCode: Readonly<Record<string, string>> = table
const codes = new Map<string, string>()
for (const [code, names] of Object.entries(namesByCode)) {
  for (const name of names.split(' ')) codes.set(name, code)
}

/** The one built-in emoji that is a picture. Its reaction type is `zulip_extra_emoji`; its code is its name. */
export const extraEmoji = {
  name: 'zulip',
  url: '/static/generated/emoji/images/emoji/unicode/zulip.png',
} as const

/**
 * Returns the code of a Unicode emoji by any of its names: its code points in lower-case hexadecimal joined by dashes,
 * without presentation selectors (`thumbs_up`: `1f44d`).
 */
export function emojiCode(name: string): string | undefined {
  return codes.get(name)
}

/** Returns the canonical name of a Unicode emoji by its code (`1f44d`: `thumbs_up`). */
export function emojiName(code: string): string | undefined {
  if (!Object.hasOwn(namesByCode, code)) return undefined
  return namesByCode[code]!.split(' ')[0]
}

/**
 * Returns all names of all Unicode emoji by code, the canonical name first: the `code_to_names` at
 * `server_emoji_data_url`.
 */
export function codeToNames(): Record<string, string[]> {
  return Object.fromEntries(Object.entries(namesByCode).map(([code, names]) => [code, names.split(' ')]))
}
