import type { UserStatus } from '@tagma/contract/objects/user-status.ts'
import { emojiTypeFor, type EmojiType } from '#areas/emoji/require-emoji.ts'
import { settingOf } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import type { StatusRow } from '#store/people/user-statuses.ts'

/** Presents a status without its empty fields. Only the user sees their own `away`. */
export function presentStatus(
  user: UserRecord,
  status: StatusRow | undefined,
  viewer: { readonly user: UserRecord; readonly wantsLegacyEmojiType: boolean },
): UserStatus {
  return {
    ...(user.id === viewer.user.id && !settingOf(user, 'presence_enabled') ? { away: true as const } : {}),
    ...(status?.text ? { status_text: status.text } : {}),
    ...(status?.emojiName
      ? {
          emoji_name: status.emojiName,
          emoji_code: status.emojiCode,
          reaction_type: emojiTypeFor(status.emojiType as EmojiType, viewer.wantsLegacyEmojiType),
        }
      : {}),
  }
}
