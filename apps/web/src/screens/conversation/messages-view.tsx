import type { MessageView } from '@tagma/contract/address.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import type { Window } from '@tagma/sync/messages/window.ts'
import type { ComponentChildren } from 'preact'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { markUnreadFrom } from '#actions/mark-narrow.ts'
import { useCommand } from '#keys/use-command.ts'
import type { Destination } from '#outbox/destination.ts'
import { whenSent } from '#outbox/when-sent.ts'
import { Composer } from '#parts/composer/composer.tsx'
import { openEmojiPicker } from '#parts/emoji-picker/open-emoji-picker.tsx'
import { lazy } from '#parts/lazy.tsx'
import { Announcements, type AnnouncementsProps } from '#parts/messages/announcements.tsx'
import type { ListHandle } from '#parts/messages/message-list.tsx'
import type { Reader } from '#parts/messages/reader.ts'
import { useReader } from '#parts/messages/use-reader.ts'
import { useNarrow } from '#parts/use-narrow.ts'
import { addressOfMessage } from '#state/addresses.ts'
import { asideSubject } from '#state/aside.ts'
import { channelById } from '#state/channels.ts'
import { isOutside } from '#state/is-outside.ts'
import { channelOf, narrowOf } from '#state/message-window.ts'
import { isSpectator } from '#state/spectator.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { learn, t } from '#words/words.ts'
import { actorIn } from './actor.ts'
import { AsideButton } from './aside-button.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { FollowHint } from './follow-hint.tsx'
import { insertIntoBox } from './insert-into-box.ts'
import { type MessageRights, messageRights } from './message-rights.ts'
import { OpenedMessages } from './opened-messages.tsx'
import { type Over, OverMessages } from './over-messages.tsx'
import { TypingLine } from './typing-line.tsx'
import { useEditing } from './use-editing.tsx'
import { useFollowedMove } from './use-followed-move.ts'
import { useKeys } from './use-keys.ts'
import { type ScreenActs, useMessageActs } from './use-message-acts.ts'
import { type Opened, useOpening } from './use-opening.ts'
import { useReading } from './use-reading.ts'
import { type Selection, useSelection } from './use-selection.ts'

const JumpBar = lazy(async () => (await import('./jump-bar.tsx')).JumpBar)
const JoinBar = lazy(async () => {
  await learn('channels')
  return (await import('#parts/join-bar/join-bar.tsx')).JoinBar
})
const SelectionBar = lazy(async () => (await import('./selection-bar.tsx')).SelectionBar)
const SignInBar = lazy(async () => (await import('#screens/spectator/sign-in-bar.tsx')).SignInBar)

const noIds: readonly number[] = []
/** The same for every drawing, so that the heading is drawn again only when it changes. */
const asideButton = <AsideButton />

/** The parts of a conversation that stands beside the main column. */
export interface BesideParts {
  /** Buttons of its heading, in place of the aside's. */
  readonly tools: ComponentChildren
  readonly announced: Required<Pick<AnnouncementsProps, 'name' | 'say'>>
}

interface MessagesViewProps {
  readonly view: MessageView
  readonly beside?: BesideParts
}

/** A conversation, a feed or a search: heading, messages, and the box of a conversation. */
export function MessagesView({ view, beside }: MessagesViewProps) {
  const app = useApp()
  const reader = useReader()
  const list = useRef<ListHandle | null>(null)
  const opened = useOpening(view, list)
  const [isHeld, setHeld] = useState(false)
  const [over, setOver] = useState<Over>()
  const selection = useSelection(opened.key, opened.window?.ids)
  const editor = useEditing(list)
  const actorOf = useCallback((channelId: number | undefined) => actorIn(app, channelId), [app])
  const isOnlyRead = useKnown(isSpectator)
  useEffect(() => setHeld(false), [opened.key])
  useFollowedMove(view, opened.window)
  const reading = useReading({ view, list, isHeld: () => isHeld || isOnlyRead })
  const narrow = narrowOf(view, reader.userId)
  const screen: ScreenActs = {
    openMenu: (message, anchor) => setOver({ kind: 'menu', message, anchor }),
    chooseReaction: (message, anchor) =>
      void openEmojiPicker(app, anchor, (emoji) => acts.react(message, emoji)),
    openMedia: (_message, link) => setOver({ kind: 'media', link }),
    openPerson: (userId, anchor) => setOver({ kind: 'person', userId, anchor }),
    openGroup: (groupId, anchor) => setOver({ kind: 'group', groupId, anchor }),
    edit: editor.begin,
    select: selection.toggle,
    ask: (asked) => setOver({ kind: 'dialog', asked }),
    insert: (text, message) =>
      insertIntoBox(app, text, () => app.go(addressOfMessage(app.store.get().state, message))),
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
  useCommand('goToDay', () => setOver({ kind: 'day' }))
  useKeys({ app, view, list, acts, screen, rightsOf, opened, selection })
  return (
    <>
      <ConversationHeader view={view} actorOf={actorOf}>
        {beside ? beside.tools : asideSubject(view) && !isOnlyRead && asideButton}
      </ConversationHeader>
      <FollowHint view={view} />
      {isHeld && (
        <p class="held-bar" role="status">
          {t('conversation.held')}
        </p>
      )}
      <OpenedMessages
        {...{ view, opened, list, reader, acts, selection, look: reading.look }}
        editing={editor.boxFor}
        editingId={editor.id}
      />
      <Foot {...{ view, opened, reader, selection, rightsOf }} ask={screen.ask} {...beside?.announced} />
      <OverMessages
        {...{ over, reader, acts, screen, rightsOf, actorOf }}
        onDone={selection.end}
        onDay={(moment) => opened.jump({ anchor: 'date', date: moment.toISOString() })}
        onClose={(closed) => setOver((present) => (present === closed ? undefined : present))}
        onDelete={(ids) => list.current?.focus(neighbour(opened.window, ids))}
      />
    </>
  )
}

interface FootProps extends Pick<AnnouncementsProps, 'name' | 'say'> {
  readonly view: MessageView
  readonly opened: Opened
  readonly reader: Reader
  readonly selection: Selection
  readonly rightsOf: (message: Message) => MessageRights
  readonly ask: ScreenActs['ask']
}

/** Stands below the messages: the way back after a jump, who is writing, and the box or what is selected. */
function Foot({ view, opened, reader, selection, rightsOf, ask, ...announced }: FootProps) {
  const app = useApp()
  const isOnlyRead = useKnown(isSpectator)
  const to = useDestination(view, reader.userId)
  const latest = useRef(opened)
  latest.current = opened
  // One's own message comes into sight, also where those before it are not there yet. Asked for earlier, the newest
  // messages could hold it beside its echo.
  const showOwn = useCallback(
    (isLater: boolean) => {
      const { key, window } = latest.current
      if (isLater || window?.hasNewest !== false) return
      void whenSent(app).then(() => latest.current.key === key && latest.current.toNewest())
    },
    [app],
  )
  const isArchived = useKnown(
    ({ state }) =>
      view.kind === 'feed' &&
      view.channelId !== undefined &&
      channelById(state, view.channelId)?.is_archived === true,
  )
  const channelToJoin = useChannelToJoin(view)
  return (
    <>
      {isArchived && <p class="composer-problem">{t('compose.archived')}</p>}
      {channelToJoin !== undefined && <JoinBar channelId={channelToJoin} />}
      {opened.left && <JumpBar view={view} jump={opened.left} />}
      {view.kind === 'conversation' && (
        <Announcements
          conversation={opened.key}
          ids={opened.window?.ids ?? noIds}
          find={(id) => app.store.get().messages.byId.get(id)}
          hasNewest={opened.window?.hasNewest === true}
          reader={reader}
          {...announced}
        />
      )}
      <TypingLine view={view} />
      {selection.ids.size > 0 ? (
        <SelectionBar selection={selection} rightsOf={rightsOf} ask={ask} />
      ) : (
        to && (isOnlyRead ? <SignInBar /> : <Composer to={to} onSent={showOwn} />)
      )}
    </>
  )
}

/** Returns the channel of a view that one reads without being in it, unless its list beside the messages says so. */
function useChannelToJoin(view: MessageView): number | undefined {
  const isNarrow = useNarrow()
  return useKnown((known) => {
    const channelId = channelOf(view)
    if (channelId === undefined || !isOutside(known, channelId)) return undefined
    const { place } = known
    return !isNarrow && place.kind === 'channel' && place.channelId === channelId ? undefined : channelId
  })
}

/** Returns the message that takes the focus when some are deleted: the next, else the one before. */
function neighbour(window: Window | undefined, gone: readonly number[]): number | undefined {
  const last = gone.at(-1) ?? 0
  const left = window?.ids.filter((id) => !gone.includes(id)) ?? []
  return left.find((id) => id > last) ?? left.at(-1)
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
