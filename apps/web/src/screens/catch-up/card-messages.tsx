import type { MessageView } from '@tagma/contract/address.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import type { RefObject } from 'preact'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { markUnreadFrom } from '#actions/mark-narrow.ts'
import { openEmojiPicker } from '#parts/emoji-picker/open-emoji-picker.tsx'
import { place } from '#parts/messages/group.ts'
import type { MessageActs } from '#parts/messages/message-acts.ts'
import { Feed } from '#parts/messages/message-list.tsx'
import type { Reader } from '#parts/messages/reader.ts'
import { focusArticle } from '#parts/messages/use-tab-stop.ts'
import { actorIn } from '#screens/conversation/actor.ts'
import type { Asked } from '#screens/conversation/asked.ts'
import { EmptyView } from '#screens/conversation/empty-view.tsx'
import { insertIntoBox } from '#screens/conversation/insert-into-box.ts'
import { messageRights } from '#screens/conversation/message-rights.ts'
import { type Over, OverMessages } from '#screens/conversation/over-messages.tsx'
import { sendingOf } from '#screens/conversation/sending-of.ts'
import { useEditing } from '#screens/conversation/use-editing.tsx'
import { type ScreenActs, useMessageActs } from '#screens/conversation/use-message-acts.ts'
import type { Selection } from '#screens/conversation/use-selection.ts'
import { narrowOf } from '#state/message-window.ts'
import { peopleOf } from '#state/people.ts'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import type { Tools } from './catch-up-card.tsx'
import type { CardMessages as Found } from './use-card.ts'
import { Waiting } from './waiting.tsx'

/** Handle by which the card moves its messages. */
export interface CardHandle {
  /** Scrolls by a screen: 1 down, −1 up. Returns false at the end. */
  scroll(screens: 1 | -1): boolean
  /** Gives the focus to a message. */
  focus(id?: number): void
  /** Opens the menu of the message with the focus. Returns false if none has it. */
  openMenu(): boolean
}

interface CardMessagesProps {
  readonly view: MessageView
  readonly messages: Found
  readonly reader: Reader
  readonly selection: Selection
  readonly list: { current: CardHandle | null }
  /** Opens the box. */
  readonly answer: () => void
  readonly onTools: (tools: Tools) => void
}

/** The messages of a card, or the reason why they are not here. */
export function CardMessages(props: CardMessagesProps) {
  const { messages } = props
  const { window, failure, ids } = messages
  if (!window && failure !== undefined)
    return <EmptyView text={failure} action={t('conversation.try-again')} onAct={messages.tryAgain} />
  if (!window) return <Waiting />
  if (ids.length === 0 && window.echoes.length === 0) return <EmptyView text={t('catch-up.gone')} />
  return <List {...props} />
}

/** The part of the column's height in which the first unread message begins. */
const beginsWithin = 1 / 3

function List({ view, messages, reader, selection, list, answer, onTools }: CardMessagesProps) {
  const app = useApp()
  const scroller = useRef<HTMLDivElement>(null)
  const { ids, window, firstUnread, hasMore, showMore } = messages
  const screen = useScreen({ view, reader, selection, list, scroller, answer })
  const { acts, editor, tools } = screen
  useLayoutEffect(() => onTools(tools), [])
  useLayoutEffect(() => {
    list.current = {
      scroll: (screens) => scroller.current !== null && scrollBy(scroller.current, screens),
      focus: (id) => focusArticle(scroller.current, id),
      openMenu: () => openFocused(app, acts),
    }
    return () => void (list.current = null)
  })
  useLayoutEffect(() => begin(scroller.current, firstUnread), [])
  const content = useContent(messages, reader)
  const editing = editor.id === undefined ? undefined : content.byId.get(editor.id)
  return (
    <div class="messages">
      <div ref={scroller} class="messages-scroller" tabIndex={-1}>
        <Feed
          {...content}
          ids={ids}
          echoes={hasMore ? [] : window!.echoes}
          hasOldest={window!.hasOldest}
          hasNewest={!hasMore}
          from={0}
          isFeed={false}
          isDrawnAsOne
          start={firstUnread === undefined ? { kind: 'end' } : { kind: 'message', id: firstUnread }}
          named={undefined}
          now={app.clock.now() / 1000}
          selected={selection.ids}
          editing={editing && editor.boxFor && { id: editing.id, editor: editor.boxFor(editing) }}
          {...{ reader, acts, firstUnread, scroller }}
        />
        {hasMore && (
          <button type="button" class="button catch-up-more" onClick={showMore}>
            {t('catch-up.more')}
          </button>
        )}
      </div>
      {screen.over}
    </div>
  )
}

interface ScreenOptions extends Pick<CardMessagesProps, 'view' | 'reader' | 'selection' | 'list' | 'answer'> {
  readonly scroller: RefObject<HTMLElement | null>
}

/** Returns what pressing something in the messages does, and what lies over them. */
function useScreen({ view, reader, selection, list, scroller, answer }: ScreenOptions) {
  const app = useApp()
  const [over, setOver] = useState<Over>()
  const editor = useEditing(list)
  const actorOf = useCallback((channelId: number | undefined) => actorIn(app, channelId), [app])
  const rightsOf = useCallback(
    (message: Message) => messageRights(actorOf(message.stream_id), message),
    [actorOf],
  )
  const ask = useCallback((asked: Asked) => setOver({ kind: 'dialog', asked }), [])
  const screen: ScreenActs = {
    openMenu: (message, anchor) => setOver({ kind: 'menu', message, anchor }),
    chooseReaction: (message, anchor) =>
      void openEmojiPicker(app, anchor, (emoji) => acts.react(message, emoji)),
    openMedia: (_message, link) => setOver({ kind: 'media', link }),
    openPerson: (userId, anchor) => setOver({ kind: 'person', userId, anchor }),
    openGroup: (groupId, anchor) => setOver({ kind: 'group', groupId, anchor }),
    edit: editor.begin,
    select: selection.toggle,
    ask,
    insert: (text) => insertIntoBox(app, text, answer),
    markUnread: ({ id }) => void markUnreadFrom(app, narrowOf(view, reader.userId), id),
  }
  const acts = useMessageActs(screen)
  return {
    acts,
    editor,
    tools: { rightsOf, ask },
    over: (
      <OverMessages
        {...{ over, reader, acts, screen, rightsOf, actorOf }}
        onDone={selection.end}
        onDay={() => undefined}
        onClose={(closed) => setOver((present) => (present === closed ? undefined : present))}
        onDelete={() => scroller.current?.closest<HTMLElement>('.catch-up-card')?.focus()}
      />
    ),
  }
}

/** Opens the menu of the message with the focus. Returns false if none has it. */
function openFocused({ store }: App, acts: MessageActs): boolean {
  const article = document.activeElement?.closest<HTMLElement>('.catch-up-card article.message')
  const message = store.get().messages.byId.get(Number(article?.dataset['id']))
  if (!article || !message) return false
  acts.openMenu(message, article)
  return true
}

/** Returns what the messages of a card look like, with one's own that are on their way. */
function useContent({ ids, window, firstUnread, hasMore }: Found, reader: Reader) {
  const byId = useKnown((known) => known.messages.byId)
  const people = useKnown(({ state }) => peopleOf(state))
  const muted = useKnown(({ state }) => state?.muted_users)
  const mutedIds = useMemo(() => new Set((muted ?? []).map(({ id }) => id)), [muted])
  const outbox = useKnown((known) => known.outbox)
  const echoes = hasMore ? undefined : window?.echoes
  const rows = useMemo(() => {
    const shown = [...ids, ...(echoes ?? [])].flatMap((id) => byId.get(id) ?? [])
    const isNotice = ({ sender_id }: { readonly sender_id: number }) => people.get(sender_id)?.is_bot === true
    return place(shown, { times: reader.times, isFeed: false, firstUnread, isNotice })
  }, [ids.join(), echoes, byId, people, reader, firstUnread])
  return { byId, people, mutedIds, rows, sendingOf: (message: Message) => sendingOf(outbox, message) }
}

/** Scrolls to where the first unread message stands in the upper part, with as much before it as there is room for. */
function begin(scroller: HTMLElement | null, firstUnread: number | undefined): void {
  const article = scroller?.querySelector<HTMLElement>(`article[data-id="${firstUnread}"]`)
  if (!scroller || !article) return
  const top = article.getBoundingClientRect().top - scroller.getBoundingClientRect().top
  scroller.scrollTop += Math.max(0, top - scroller.clientHeight * beginsWithin)
}

/** Pixels that count as being at the end. */
const nearEnd = 8

/** Scrolls by a screen, less a line. Returns false at the end. */
function scrollBy(scroller: HTMLElement, screens: 1 | -1): boolean {
  const left =
    screens > 0 ? scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop : scroller.scrollTop
  if (left <= nearEnd) return false
  scroller.scrollTop += screens * (scroller.clientHeight - 48)
  return true
}
