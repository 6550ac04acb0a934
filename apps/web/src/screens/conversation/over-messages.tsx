import type { Message } from '@tagma/sync/messages/message.ts'
import { lazy } from '#parts/lazy.tsx'
import type { MessageActs } from '#parts/messages/message-acts.ts'
import type { Reader } from '#parts/messages/reader.ts'
import { useApp } from '#state/use-app.ts'
import { learn } from '#words/words.ts'
import type { Asked } from './asked.ts'
import type { Actor, MessageRights } from './message-rights.ts'
import { menuActsOf, type ScreenActs } from './use-message-acts.ts'

const DayDialog = lazy(async () => (await import('./day-dialog.tsx')).DayDialog)
const MessageDialog = lazy(async () => {
  await learn('acting', 'beginning', 'move')
  return (await import('./message-dialog.tsx')).MessageDialog
})
const MessageMenu = lazy(async () => {
  await learn('acting')
  return (await import('./opened-message-menu.tsx')).OpenedMessageMenu
})
const PersonCard = lazy(async () => {
  await learn('person')
  return (await import('#screens/people/person-card.tsx')).PersonCard
})
const GroupCard = lazy(async () => {
  await learn('groups')
  return (await import('#screens/groups/group-card.tsx')).GroupCard
})
const Viewer = lazy(async () => (await import('#parts/viewer/viewer.tsx')).Viewer)

/** The dialog, menu or card over the messages. */
export type Over =
  | {
      readonly kind: 'menu'
      readonly message: Message
      readonly anchor: Element | { readonly x: number; readonly y: number }
    }
  | { readonly kind: 'media'; readonly link: HTMLAnchorElement }
  | { readonly kind: 'person'; readonly userId: number; readonly anchor: Element }
  | { readonly kind: 'group'; readonly groupId: number; readonly anchor: Element }
  | { readonly kind: 'dialog'; readonly asked: Asked }
  | { readonly kind: 'day' }

interface OverProps {
  readonly over: Over | undefined
  readonly reader: Reader
  readonly acts: MessageActs
  readonly screen: ScreenActs
  readonly rightsOf: (message: Message) => MessageRights
  readonly actorOf: (channelId: number | undefined) => Actor
  readonly onClose: (over: Over) => void
  /** Called before messages are deleted. */
  readonly onDelete: (ids: readonly number[]) => void
  /** Goes to the first message from a moment on. */
  readonly onDay: (moment: Date) => void
  /** Called when a dialog has done what it asks about. */
  readonly onDone: () => void
}

/** Draws the one thing that lies over the messages. */
export function OverMessages(props: OverProps) {
  const { over, reader, acts, screen, rightsOf, actorOf, onClose, onDelete, onDay, onDone } = props
  const app = useApp()
  if (!over) return null
  const close = () => onClose(over)
  switch (over.kind) {
    case 'day':
      return <DayDialog onClose={close} onChoose={onDay} />
    case 'media':
      return <Viewer link={over.link} onClose={close} />
    case 'person':
    case 'group': {
      const { anchor } = over
      const id = Number(anchor.closest<HTMLElement>('article.message')?.dataset['id'])
      const message = app.store.get().messages.byId.get(id)
      const onMention = message && ((text: string) => screen.insert(text, message))
      const given = { anchor, onMention, onClose: close }
      return over.kind === 'person' ? (
        <PersonCard userId={over.userId} {...given} />
      ) : (
        <GroupCard groupId={over.groupId} {...given} />
      )
    }
    case 'dialog':
      return (
        <MessageDialog
          asked={over.asked}
          reader={reader}
          actorOf={actorOf}
          onClose={close}
          onDelete={onDelete}
          onDone={onDone}
        />
      )
    case 'menu': {
      const { message, anchor } = over
      return (
        <MessageMenu
          message={message}
          reader={reader}
          inside={acts}
          rights={rightsOf(message)}
          acts={menuActsOf(app, message, anchor instanceof Element ? anchor : undefined, acts, screen)}
          anchor={anchor}
          onClose={close}
        />
      )
    }
  }
}
