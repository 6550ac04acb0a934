import type { Message } from '@tagma/sync/messages/message.ts'
import { Menu } from '#parts/menu/menu.tsx'
import { t } from '#words/words.ts'
import { type MenuActs, messageMenu } from './message-menu.ts'
import type { MessageRights } from './message-rights.ts'

interface OpenedMessageMenuProps {
  readonly message: Message
  readonly rights: MessageRights
  readonly acts: MenuActs
  readonly anchor: Element | { readonly x: number; readonly y: number }
  readonly onClose: () => void
}

/** Shows what can be done with a message. */
export function OpenedMessageMenu({ message, rights, acts, anchor, onClose }: OpenedMessageMenuProps) {
  const entries = messageMenu(message, rights, acts)
  return <Menu label={t('message.actions')} anchor={anchor} entries={entries} onClose={onClose} />
}
