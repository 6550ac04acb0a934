import type { MessageView } from '@tagma/contract/address.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import type { Window } from '@tagma/sync/messages/window.ts'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { loadMore } from '#actions/load-messages.ts'
import { markUnreadFrom } from '#actions/mark-narrow.ts'
import type { Destination } from '#outbox/destination.ts'
import { Composer } from '#parts/composer/composer.tsx'
import { openEmojiPicker } from '#parts/emoji-picker/open-emoji-picker.tsx'
import { Menu } from '#parts/menu/menu.tsx'
import type { MessageActs, Sending } from '#parts/messages/message-acts.ts'
import { type ListHandle, MessageList } from '#parts/messages/message-list.tsx'
import type { Reader } from '#parts/messages/reader.ts'
import { Viewer } from '#parts/viewer/viewer.tsx'
import { channelById } from '#state/channels.ts'
import { narrowOf } from '#state/message-window.ts'
import { peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { ConversationHeader } from './conversation-header.tsx'
import { EditBox } from './edit-box.tsx'
import { EmptyView } from './empty-view.tsx'
import { FeedBar } from './feed-bar.tsx'
import { insertIntoBox } from './insert-into-box.ts'
import { type Asked, MessageDialog } from './message-dialog.tsx'
import { messageMenu } from './message-menu.ts'
import { type Actor, type MessageRights, messageRights } from './message-rights.ts'
import { TypingLine } from './typing-line.tsx'
import { useFollowedMove } from './use-followed-move.ts'
import { useKeys } from './use-keys.ts'
import { menuActsOf, type ScreenActs, useMessageActs } from './use-message-acts.ts'
import { type Opened, savePlace, useOpening } from './use-opening.ts'
import { useReader } from './use-reader.ts'
import { useReading } from './use-reading.ts'

type Anchor = Element | { readonly x: number; readonly y: number }

/** The dialog or menu over the messages. */
type Over =
  | { readonly kind: 'menu'; readonly message: Message; readonly anchor: Anchor }
  | { readonly kind: 'media'; readonly link: HTMLAnchorElement }
  | { readonly kind: 'dialog'; readonly asked: Asked }

/** A conversation, a feed or a search: heading, messages, and the box of a conversation. */
export function MessagesView({ view }: { readonly view: MessageView }) {
  const app = useApp()
  const reader = useReader()
  const list = useRef<ListHandle | null>(null)
  const opened = useOpening(view, list)
  const [isHeld, setHeld] = useState(false)
  const [over, setOver] = useState<Over>()
  const [editing, setEditing] = useState<number>()
  const actorOf = useActor(reader.groupIds)
  const to = useDestination(view, reader.userId)
  useEffect(() => setHeld(false), [opened.key])
  useFollowedMove(view, opened.window)
  // The place is kept when one leaves.
  useLayoutEffect(() => () => savePlace(opened.key, list.current?.anchor()), [opened.key])
  const reading = useReading({ view, list, isHeld: () => isHeld })
  const narrow = narrowOf(view, reader.userId)
  const screen: ScreenActs = {
    openMenu: (message, anchor) => setOver({ kind: 'menu', message, anchor }),
    chooseReaction: (message, anchor) =>
      void openEmojiPicker(app, anchor, (emoji) => acts.react(message, emoji)),
    openMedia: (_message, link) => setOver({ kind: 'media', link }),
    edit: ({ id }) => setEditing(id),
    ask: (asked) => setOver({ kind: 'dialog', asked }),
    insert: (text) => insertIntoBox(text),
    markUnread: ({ id }) => {
      setHeld(true)
      void reading
        .settle()
        .then(() => markUnreadFrom(app, narrow, id))
        .then((done) => done || setHeld(false))
    },
  }
  const acts = useMessageActs(screen)
  const rightsOf = (message: Message) => messageRights(actorOf(message.stream_id), message)
  useKeys({ app, view, list, acts, screen, rightsOf, window: opened.window, jump: opened.jump })
  const endEdit = () => {
    const id = editing
    setEditing(undefined)
    if (id !== undefined) list.current?.focus(id)
  }
  return (
    <>
      <ConversationHeader view={view} actorOf={actorOf} />
      {isHeld && (
        <p class="held-bar" role="status">
          {t('conversation.held')}
        </p>
      )}
      <OpenedMessages
        {...{ view, opened, list, reader, acts, look: reading.look }}
        editing={
          editing === undefined
            ? undefined
            : (message) =>
                message.id === editing ? <EditBox message={message} onEnd={endEdit} /> : undefined
        }
        editingId={editing}
      />
      <TypingLine view={view} />
      {to && <Composer to={to} />}
      <OverMessages
        {...{ over, reader, acts, screen, rightsOf, actorOf }}
        onClose={(closed) => setOver((present) => (present === closed ? undefined : present))}
        onDelete={(id) => list.current?.focus(neighbour(opened.window, id))}
      />
    </>
  )
}

interface OverProps {
  readonly over: Over | undefined
  readonly reader: Reader
  readonly acts: MessageActs
  readonly screen: ScreenActs
  readonly rightsOf: (message: Message) => MessageRights
  readonly actorOf: (channelId: number | undefined) => Actor
  readonly onClose: (over: Over) => void
  readonly onDelete: (id: number) => void
}

function OverMessages({ over, reader, acts, screen, rightsOf, actorOf, onClose, onDelete }: OverProps) {
  const app = useApp()
  if (!over) return null
  const close = () => onClose(over)
  if (over.kind === 'media') return <Viewer link={over.link} onClose={close} />
  if (over.kind === 'dialog')
    return (
      <MessageDialog
        asked={over.asked}
        reader={reader}
        actorOf={actorOf}
        onClose={close}
        onDelete={onDelete}
      />
    )
  const { message, anchor } = over
  const entries = messageMenu(
    message,
    rightsOf(message),
    menuActsOf(app, message, anchor instanceof Element ? anchor : undefined, acts, screen),
  )
  return <Menu label={t('message.actions')} anchor={anchor} entries={entries} onClose={close} />
}

function neighbour(window: Window | undefined, id: number): number | undefined {
  const at = window?.ids.indexOf(id) ?? -1
  return at < 0 ? undefined : (window?.ids[at + 1] ?? window?.ids[at - 1])
}

function useActor(groupIds: ReadonlySet<number>): (channelId: number | undefined) => Actor {
  const { store, clock } = useApp()
  return useMemo(
    () => (channelId) => {
      const state = store.get().state!
      const channel = channelId === undefined ? undefined : channelById(state, channelId)
      return { state, groupIds, channel, now: clock.now() / 1000 }
    },
    [store, clock, groupIds],
  )
}

/** Returns where the box of a view writes to. A feed has none. */
function useDestination(view: MessageView, ownId: number): Destination | undefined {
  return useMemo(() => {
    if (view.kind !== 'conversation') return undefined
    const { conversation } = view
    return conversation.kind === 'topic'
      ? conversation
      : { kind: 'people', userIds: conversation.userIds.filter((id) => id !== ownId) }
  }, [view, ownId])
}

interface OpenedProps {
  readonly view: MessageView
  readonly opened: Opened
  readonly list: { current: ListHandle | null }
  readonly reader: Reader
  readonly acts: MessageActs
  readonly look: () => void
  readonly editing: ((message: Message) => ComponentChildren) | undefined
  readonly editingId: number | undefined
}

function OpenedMessages({ view, opened, list, reader, acts, look, editing, editingId }: OpenedProps) {
  const app = useApp()
  const { window, start } = opened
  const byId = useKnown(({ messages }) => messages.byId)
  const people = useKnown(({ state }) => peopleOf(state))
  const muted = useKnown(({ state }) => state?.muted_users)
  const mutedIds = useMemo(() => new Set((muted ?? []).map(({ id }) => id)), [muted])
  const outbox = useKnown((known) => known.outbox)
  if (opened.failure !== undefined && !window) {
    return <EmptyView text={opened.failure} action={t('conversation.try-again')} onAct={opened.tryAgain} />
  }
  if (!window || !start) return <div class="messages" aria-busy="true" />
  if (window.ids.length === 0 && window.echoes.length === 0 && window.hasNewest && window.hasOldest)
    return <EmptyView text={emptyText(view)} />
  const narrow = narrowOf(view, reader.userId)
  const more = (side: 'older' | 'newer') => void loadMore(app, narrow, side).catch(() => undefined)
  const editor = editingId === undefined ? undefined : byId.get(editingId)
  const sendingOf = ({ local_id }: Message): Sending | undefined => {
    if (local_id === undefined) return undefined
    const state = outbox.find(({ localId }) => localId === local_id)?.state
    if (state?.kind === 'failed') return { kind: 'failed', reason: state.reason }
    return state?.kind === 'unsure' ? { kind: 'unsure' } : { kind: 'sending' }
  }
  return (
    <MessageList
      key={`${opened.key} ${opened.visit}`}
      ids={window.ids}
      echoes={window.echoes}
      byId={byId}
      hasOldest={window.hasOldest}
      hasNewest={window.hasNewest}
      start={start}
      reader={reader}
      people={people}
      mutedIds={mutedIds}
      acts={acts}
      isFeed={view.kind !== 'conversation'}
      firstUnread={opened.firstUnread}
      named={view.at && 'near' in view.at ? view.at.near : undefined}
      now={app.clock.now() / 1000}
      sendingOf={sendingOf}
      matchOf={(id) => window.matches?.get(id)?.content}
      bar={(message) => <FeedBar message={message} />}
      editing={editor && editing ? { id: editor.id, editor: editing(editor) } : undefined}
      beginning={<p class="list-beginning">{t('conversation.beginning')}</p>}
      onOlder={() => more('older')}
      onNewer={() => more('newer')}
      onNewest={() =>
        window.hasNewest ? list.current?.goTo({ kind: 'end' }) : opened.jump({ anchor: 'newest' })
      }
      onLook={look}
      handle={list}
    />
  )
}

function emptyText(view: MessageView): string {
  if (view.kind === 'conversation') return t('conversation.empty')
  return t(view.kind === 'feed' ? 'conversation.empty-feed' : 'conversation.nothing-found')
}
