import type { Message } from '@tagma/sync/messages/message.ts'
import { Menu } from '#parts/menu/menu.tsx'
import type { MessageActs } from '#parts/messages/message-acts.ts'
import type { Reader } from '#parts/messages/reader.ts'
import { t } from '#words/words.ts'
import { type MenuActs, messageMenu } from './message-menu.ts'
import type { MessageRights } from './message-rights.ts'
import { QuickReactions } from './quick-reactions.tsx'

interface OpenedMessageMenuProps {
  readonly message: Message
  readonly reader: Reader
  readonly rights: MessageRights
  readonly acts: MenuActs
  readonly react: MessageActs['react']
  readonly anchor: Element | { readonly x: number; readonly y: number }
  readonly onClose: () => void
}

/** Shows what can be done with a message. */
export function OpenedMessageMenu(props: OpenedMessageMenuProps) {
  const { message, reader, rights, acts, react, anchor, onClose } = props
  return (
    <Menu
      label={t('message.actions')}
      anchor={anchor}
      entries={messageMenu(message, rights, acts)}
      head={(choose) => (
        <>
          <QuickReactions
            {...{ message, reader }}
            onReact={(emoji) => choose(() => react(message, emoji))}
            onMore={() => choose(acts.react)}
          />
          <hr class="menu-line" />
        </>
      )}
      onClose={onClose}
    />
  )
}
