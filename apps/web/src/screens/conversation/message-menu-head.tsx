import type { Message } from '@tagma/sync/messages/message.ts'
import { Link } from 'lucide'
import { useMemo } from 'preact/hooks'
import { Icon } from '#parts/icon.tsx'
import { insideAddress } from '#parts/messages/inside-address.ts'
import type { MessageActs } from '#parts/messages/message-acts.ts'
import type { Reader } from '#parts/messages/reader.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { aboutAddress } from './about-address.ts'
import { QuickReactions } from './quick-reactions.tsx'

/** The most links of a message that its menu lists. */
const mostLinks = 3

interface MessageMenuHeadProps {
  /** The id of the line with sender and time, which describes the menu. */
  readonly id: string
  readonly message: Message
  readonly reader: Reader
  readonly acts: Pick<MessageActs, 'react' | 'openAddress'>
  readonly onMore: () => void
  readonly choose: (act: () => void) => void
}

/**
 * The part above the entries of a message's menu: sender and exact time, emoji to react with, and the conversations that its
 * links lead to. Tooltips tell the same to people with a mouse.
 */
export function MessageMenuHead({ id, message, reader, acts, onMore, choose }: MessageMenuHeadProps) {
  const links = useLinks(message)
  return (
    <>
      {/* In an element of their own: the menu gives the focus to the first item that is its child. */}
      <div>
        <div id={id} class="message-menu-head">
          <strong dir="auto">{reader.nameOf(message.sender_id) ?? t('message.unknown-person')}</strong>{' '}
          <span>{reader.times.exact(message.timestamp)}</span>
        </div>
        <QuickReactions
          {...{ message, reader }}
          onReact={(emoji) => choose(() => acts.react(message, emoji))}
          onMore={() => choose(onMore)}
        />
        {links.map(({ address, title, about }) => (
          <button
            key={address}
            type="button"
            class="menu-item"
            role="menuitem"
            tabIndex={-1}
            onClick={() => choose(() => acts.openAddress(address))}
            onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
          >
            <span class="menu-icon">
              <Icon of={Link} size={1} />
            </span>
            <span class="menu-label" dir="auto">
              {title}
              {about !== '' && <span class="message-menu-about">{about}</span>}
            </span>
          </button>
        ))}
      </div>
      <hr class="menu-line" />
    </>
  )
}

interface InsideLink {
  readonly address: string
  readonly title: string
  /** Two lines: who wrote in the conversation lately, and its newest message. */
  readonly about: string
}

/** Finds the links of a message to conversations that the page knows. */
function useLinks({ id }: Message): readonly InsideLink[] {
  const { column, store } = useApp()
  return useMemo(() => {
    const links = column
      .element()
      .querySelectorAll<HTMLAnchorElement>(`article[data-id="${id}"] .message-html a[href]:not([data-act])`)
    const addresses = new Set(Array.from(links, ({ href }) => insideAddress(href, location.href)))
    return [...addresses]
      .flatMap((address) => {
        const about = address === undefined ? undefined : aboutAddress(store.get(), address)
        if (address === undefined || about === undefined) return []
        const [title = '', ...lines] = about.split('\n')
        return { address, title, about: lines.join('\n') }
      })
      .slice(0, mostLinks)
  }, [id])
}
