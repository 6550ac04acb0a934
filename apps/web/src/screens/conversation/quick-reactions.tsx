import type { Message } from '@tagma/sync/messages/message.ts'
import { SmilePlus } from 'lucide'
import { useEffect, useState } from 'preact/hooks'
import { loadEmoji, noteEmoji } from '#parts/completion/emoji-source.ts'
import type { Emoji } from '#parts/completion/emoji.ts'
import { Icon } from '#parts/icon.tsx'
import { EmojiSign } from '#parts/messages/reactions.tsx'
import type { Reader } from '#parts/messages/reader.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { quickEmoji } from './quick-emoji.ts'

interface QuickReactionsProps {
  readonly message: Message
  readonly reader: Reader
  readonly onReact: (emoji: Emoji) => void
  /** Opens the picker of all emoji. */
  readonly onMore: () => void
}

/** A row of emoji that the reader used last, above the entries of a message's menu. Left and right arrows move in it. */
export function QuickReactions({ message, reader, onReact, onMore }: QuickReactionsProps) {
  const own = useKnown(({ state }) => state?.realm_emoji)
  const [all, setAll] = useState<readonly Emoji[]>([])
  useEffect(
    () =>
      void loadEmoji(own).then(setAll, () => {
        // The picker of all emoji says what is wrong.
      }),
    [own],
  )
  const isOwn = ({ code, type }: Emoji) =>
    message.reactions.some(
      (reaction) =>
        reaction.user_id === reader.userId && reaction.emoji_code === code && reaction.reaction_type === type,
    )
  return (
    <div class="quick-reactions" role="group" aria-label={t('message.react')} onKeyDown={moveInRow}>
      {quickEmoji(all).map((emoji) => (
        <button
          key={emoji.name}
          type="button"
          class="menu-item quick-reaction"
          role="menuitemcheckbox"
          aria-checked={isOwn(emoji)}
          aria-label={t('acting.react-with', { emoji: emoji.name.replaceAll('_', ' ') })}
          data-tip={`:${emoji.name}:`}
          tabIndex={-1}
          onClick={() => {
            noteEmoji(emoji.name)
            onReact(emoji)
          }}
        >
          <EmojiSign group={emoji} reader={reader} />
        </button>
      ))}
      <button
        type="button"
        class="menu-item quick-reaction"
        role="menuitem"
        aria-label={t('acting.more-emoji')}
        data-tip={t('acting.more-emoji')}
        tabIndex={-1}
        onClick={onMore}
      >
        <Icon of={SmilePlus} size={1.125} />
      </button>
    </div>
  )
}

/** Left and right arrows go from emoji to emoji, and the down arrow to the entries. The menu handles all other keys. */
function moveInRow(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const row = event.currentTarget
  const items = [...row.querySelectorAll<HTMLElement>('.menu-item')]
  const all = [...(row.closest('[role="menu"]')?.querySelectorAll<HTMLElement>('.menu-item') ?? [])]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const step = getComputedStyle(row).direction === 'rtl' ? -1 : 1
  const target = {
    ArrowRight: items[(at + step + items.length) % items.length],
    ArrowLeft: items[(at - step + items.length) % items.length],
    ArrowDown: all.find((item) => !row.contains(item)),
  }[event.key]
  if (!target) return
  event.preventDefault()
  event.stopPropagation()
  target.focus()
}
