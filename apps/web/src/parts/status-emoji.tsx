import { characterOf } from '#state/emoji-character.ts'
import { emojiPicture } from '#state/emoji-picture.ts'
import { useKnown } from '#state/use-known.ts'

/** The emoji of somebody's status, if there is one. */
export function StatusEmoji({ userId }: { readonly userId: number }) {
  const status = useKnown(({ state }) => state?.user_status?.[userId])
  const own = useKnown(({ state }) => state?.realm_emoji)
  if (status?.emoji_code === undefined || status.emoji_name === undefined) return null
  const url = status.reaction_type === 'unicode_emoji' ? undefined : emojiPicture(own, status.emoji_code)
  if (url !== undefined) return <img class="status-emoji" src={url} alt={`:${status.emoji_name}:`} />
  return (
    <span class="status-emoji" role="img" aria-label={status.emoji_name}>
      {characterOf(status.emoji_code) ?? ''}
    </span>
  )
}
