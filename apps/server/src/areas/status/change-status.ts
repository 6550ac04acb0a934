import { type EmojiTypeOnWire, resolveEmoji } from '#areas/emoji/require-emoji.ts'
import { changeUserSettings } from '#areas/settings/change-user-settings.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { findStatus, saveStatus } from '#store/people/user-statuses.ts'

export interface StatusChange {
  readonly status_text?: string | undefined
  readonly emoji_name?: string | undefined
  readonly emoji_code?: string | undefined
  readonly reaction_type?: EmojiTypeOnWire | '' | undefined
  readonly away?: boolean | undefined
}

/** Returns the fields of a change's event. Throws BAD_REQUEST for a change that makes no sense. */
function requireStatusChange(
  directory: OrganizationDirectory,
  { status_text, emoji_name, emoji_code, reaction_type, away }: StatusChange,
) {
  if (!emoji_name && (emoji_code || reaction_type))
    throw badRequest('emoji_name is required where emoji_code or reaction_type is passed')
  if (status_text === undefined && emoji_name === undefined && away === undefined)
    throw badRequest('Client did not pass any new values.')
  const emoji = emoji_name
    ? resolveEmoji(directory, {
        emoji_name,
        emoji_code: emoji_code || undefined,
        reaction_type: reaction_type || undefined,
      })
    : undefined
  return {
    ...(status_text === undefined ? {} : { status_text }),
    ...(emoji_name === undefined
      ? {}
      : {
          emoji_name: emoji?.name ?? '',
          emoji_code: emoji?.code ?? '',
          reaction_type: emoji?.type ?? ('' as const),
        }),
  }
}

/** Sets parts of a user's status and tells everybody who may see the user. */
export async function changeStatus(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  change: StatusChange,
): Promise<void> {
  const checked = requireStatusChange(directory, change)
  if (Object.keys(checked).length > 0) {
    const old = await findStatus(tx.db, user.id)
    await saveStatus(tx, {
      userId: user.id,
      text: checked.status_text ?? old?.text ?? '',
      emojiName: checked.emoji_name ?? old?.emojiName ?? '',
      emojiCode: checked.emoji_code ?? old?.emojiCode ?? '',
      emojiType: checked.reaction_type ?? old?.emojiType ?? '',
    })
    tx.emit({ type: 'user_status', user_id: user.id, ...checked }, { everyone: true })
  }
  if (change.away !== undefined)
    await changeUserSettings(tx, directory, user, { presence_enabled: !change.away })
}
