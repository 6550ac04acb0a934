import type { CustomEmoji } from '@tagma/contract/objects/custom-emoji.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { EmojiRecord } from '#model/records.ts'

/** A custom emoji as the API gives it. */
export function presentCustomEmoji(emoji: EmojiRecord): CustomEmoji {
  return {
    id: String(emoji.id),
    name: emoji.name,
    source_url: emoji.sourceUrl,
    still_url: emoji.stillUrl,
    deactivated: emoji.isDeactivated,
    author_id: emoji.authorId,
  }
}

/** The organization's custom emoji by id, deactivated ones included. */
export function presentAllCustomEmoji(directory: OrganizationDirectory): Record<string, CustomEmoji> {
  return Object.fromEntries(
    [...directory.emoji.values()].map((emoji) => [emoji.id, presentCustomEmoji(emoji)]),
  )
}
