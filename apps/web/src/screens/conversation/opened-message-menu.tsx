import type { Message } from '@tagma/sync/messages/message.ts'
import { useId } from 'preact/hooks'
import { Menu } from '#parts/menu/menu.tsx'
import type { MessageActs } from '#parts/messages/message-acts.ts'
import type { Reader } from '#parts/messages/reader.ts'
import { t } from '#words/words.ts'
import { MessageMenuHead } from './message-menu-head.tsx'
import { type MenuActs, messageMenu } from './message-menu.ts'
import type { MessageRights } from './message-rights.ts'

interface OpenedMessageMenuProps {
  readonly message: Message
  readonly reader: Reader
  readonly rights: MessageRights
  readonly acts: MenuActs
  /** The acts of controls within the message. */
  readonly inside: MessageActs
  readonly anchor: Element | { readonly x: number; readonly y: number }
  readonly onClose: () => void
}

/** Shows what can be done with a message. */
export function OpenedMessageMenu(props: OpenedMessageMenuProps) {
  const { message, reader, rights, acts, inside, anchor, onClose } = props
  const id = useId()
  return (
    <Menu
      label={t('message.actions')}
      anchor={anchor}
      entries={messageMenu(message, rights, acts)}
      describedBy={id}
      head={(choose) => (
        <MessageMenuHead {...{ id, message, reader, choose }} acts={inside} onMore={acts.react} />
      )}
      onClose={onClose}
    />
  )
}
