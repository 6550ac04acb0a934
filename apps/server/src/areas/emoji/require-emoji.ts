import { emojiCode, emojiName, extraEmoji } from '@tagma/markdown/emoji-names.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { badRequest } from '#model/refusal.ts'

/** Namespaces of emoji codes, as the server stores them: Unicode, the organization’s own, the built-in others. */
export type EmojiType = 'unicode_emoji' | 'realm_emoji' | 'service_extra_emoji'
/** Adds the second name of the third namespace; some clients know no other. */
export type EmojiTypeOnWire = EmojiType | 'zulip_extra_emoji'

export interface Emoji {
  readonly type: EmojiType
  readonly code: string
  readonly name: string
}

/** An emoji in a client's words: its name, perhaps its code, perhaps the namespace. */
export interface NamedEmoji {
  readonly emoji_name: string
  readonly emoji_code?: string | undefined
  readonly reaction_type?: EmojiTypeOnWire | undefined
}

/** Turns a namespace from the wire into its stored name. */
export const emojiTypeFrom = (type: EmojiTypeOnWire): EmojiType =>
  type === 'zulip_extra_emoji' ? 'service_extra_emoji' : type

/** Turns a stored namespace into the name that a client knows. */
export const emojiTypeFor = (type: EmojiTypeOnWire, wantsLegacyEmojiType: boolean): EmojiTypeOnWire =>
  type === 'service_extra_emoji' && wantsLegacyEmojiType ? 'zulip_extra_emoji' : type

/** Finds the emoji of a name: a custom one of the organization, the built-in extra one, or one of Unicode. */
export function emojiByName(directory: OrganizationDirectory, name: string): Emoji | undefined {
  const custom = directory.emojiByName(name)
  if (custom) return { type: 'realm_emoji', code: String(custom.id), name }
  if (name === extraEmoji.name) return { type: 'service_extra_emoji', code: name, name }
  const code = emojiCode(name)
  return code === undefined ? undefined : { type: 'unicode_emoji', code, name }
}

/** Tells whether an emoji, deactivated ones included, has a code; without a namespace, in any. */
export function isEmojiCode(
  directory: OrganizationDirectory,
  code: string,
  type: EmojiType | undefined,
): boolean {
  return (
    (type !== 'realm_emoji' && type !== 'service_extra_emoji' && emojiName(code) !== undefined) ||
    (type !== 'unicode_emoji' && type !== 'realm_emoji' && code === extraEmoji.name) ||
    (type !== 'unicode_emoji' && type !== 'service_extra_emoji' && customEmoji(directory, code) !== undefined)
  )
}

/**
 * Resolves the emoji that a client names for a new reaction or a status. Name, code and namespace must belong together;
 * code and namespace may be omitted. Throws a Refusal (BAD_REQUEST) that says what does not fit.
 */
export function resolveEmoji(directory: OrganizationDirectory, named: NamedEmoji): Emoji {
  const { emoji_name: name, emoji_code: code } = named
  const type = named.reaction_type && emojiTypeFrom(named.reaction_type)
  if (code === undefined || type === undefined) {
    const found = emojiByName(directory, name)
    if (!found) throw badRequest(`Emoji '${name}' does not exist`)
    if (type !== undefined && type !== found.type) throw badRequest(`Emoji '${name}' is no ${type}.`)
    if (code === undefined || code === found.code) return found
    // A code without a namespace belongs to Unicode, where names have changed over time.
    if (emojiName(code) !== undefined && emojiCode(name) === code)
      return { type: 'unicode_emoji', code, name }
    throw badRequest('Invalid emoji code.')
  }
  switch (type) {
    case 'realm_emoji': {
      const custom = customEmoji(directory, code)
      if (!custom) throw badRequest('Invalid custom emoji.')
      if (custom.name !== name) throw badRequest('Invalid custom emoji name.')
      if (custom.isDeactivated) throw badRequest('This custom emoji has been deactivated.')
      break
    }
    case 'service_extra_emoji':
      if (code !== extraEmoji.name) throw badRequest('Invalid emoji code.')
      if (name !== extraEmoji.name) throw badRequest('Invalid emoji name.')
      break
    case 'unicode_emoji':
      if (emojiName(code) === undefined) throw badRequest('Invalid emoji code.')
      if (emojiCode(name) !== code) throw badRequest('Invalid emoji name.')
      break
  }
  return { type, code, name }
}

const customEmoji = (directory: OrganizationDirectory, code: string) =>
  /^[1-9]\d{0,14}$/.test(code) ? directory.emoji.get(Number(code)) : undefined
