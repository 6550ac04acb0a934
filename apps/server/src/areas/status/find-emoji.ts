import { emojiCode, emojiName, extraEmoji } from '@tagma/markdown/emoji-names.ts'
import { badRequest } from '#server/refusal.ts'

export interface ChosenEmoji {
  readonly name: string
  readonly code: string
  readonly type: 'unicode_emoji' | 'realm_emoji' | 'service_extra_emoji'
}

export interface CustomEmoji {
  readonly id: number
  readonly name: string
}

/**
 * The emoji that a name stands for now, or the one of the given code and type, which the name has to be a name of.
 * `customByName` finds the organization's own ones. Throws BAD_REQUEST with the reason.
 */
export function findEmoji(
  name: string,
  code: string | undefined,
  type: string | undefined,
  customByName: (name: string) => CustomEmoji | undefined,
): ChosenEmoji {
  const known = type === 'zulip_extra_emoji' ? 'service_extra_emoji' : type
  const custom = customByName(name)
  const candidates: (ChosenEmoji | undefined)[] = [
    custom && { name, code: String(custom.id), type: 'realm_emoji' },
    name === extraEmoji.name ? { name, code: extraEmoji.name, type: 'service_extra_emoji' } : undefined,
    unicodeEmoji(name),
  ]
  const found = candidates.find(
    (emoji) =>
      emoji && (known === undefined || emoji.type === known) && (code === undefined || emoji.code === code),
  )
  if (found) return found
  if (known === 'realm_emoji') throw badRequest('Invalid custom emoji.')
  if (candidates.every((emoji) => emoji === undefined)) throw badRequest(`Emoji '${name}' does not exist`)
  throw badRequest(
    code !== undefined && emojiName(code) === undefined ? 'Invalid emoji code.' : 'Invalid emoji name.',
  )
}

function unicodeEmoji(name: string): ChosenEmoji | undefined {
  const code = emojiCode(name)
  return code === undefined ? undefined : { name, code, type: 'unicode_emoji' }
}
