import type { ById } from '@tagma/sync/messages/by-id.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useSwipe } from '#parts/swipe/use-swipe.ts'
import { t } from '#words/words.ts'
import { actInside } from './act-inside.ts'
import { type Anchor, isAtEnd } from './anchor.ts'
import { place, type Placed } from './group.ts'
import { LatestButton } from './latest-button.tsx'
import type { MessageActs, Sending } from './message-acts.ts'
import { MessageRow, type Sender } from './message-row.tsx'
import { useMoveByKey } from './move-by-key.ts'
import type { Start } from './place-keeper.ts'
import type { Reader } from './reader.ts'
import type { End } from './seen.ts'
import { indicesOf } from './shown-span.ts'
import { useCounted } from './use-counted.ts'
import { useFolds } from './use-folds.ts'
import { useMessageMenu } from './use-message-menu.ts'
import { usePlace } from './use-place.ts'
import { focusArticle, useTabStop } from './use-tab-stop.ts'

/** Handle by which the screen around a list moves it. */
export interface ListHandle {
  /** The place to come back to; undefined at the end. */
  anchor(): Anchor | undefined
  /** The ends of the messages on the screen. */
  ends(): End[]
  /** The height of the column in pixels, and whether it shows the end of the list. */
  column(): { readonly height: number; readonly isAtEnd: boolean }
  goTo(start: Start): void
  /** Scrolls by a screen: 1 down, −1 up. */
  scroll(screens: 1 | -1): void
  /** Gives the focus to a message, or else to the topmost one in sight. */
  focus(id?: number): void
}

export interface MessageListProps {
  /** Ids of the window, ascending, and those of one's own messages on their way. */
  readonly ids: readonly number[]
  readonly echoes: readonly number[]
  readonly byId: ById<Message>
  readonly hasOldest: boolean
  readonly hasNewest: boolean
  readonly start: Start
  readonly reader: Reader
  readonly people: ReadonlyMap<number, Sender>
  readonly mutedIds: ReadonlySet<number>
  readonly acts: MessageActs
  /** Ids of the messages that are selected. */
  readonly selected: ReadonlySet<number>
  readonly isFeed: boolean
  /** The message that the line *New messages* stands before. */
  readonly firstUnread: number | undefined
  /** The message that the address names. */
  readonly named: number | undefined
  readonly now: number
  readonly sendingOf: (message: Message) => Sending | undefined
  readonly matchOf?: ((id: number) => string | undefined) | undefined
  /** Draws the bar above the messages of one conversation; only in feeds. */
  readonly bar?: ((message: Message) => ComponentChildren) | undefined
  /** The message being edited, and its box. */
  readonly editing?: { readonly id: number; readonly editor: ComponentChildren } | undefined
  /** Stands above the oldest message. */
  readonly beginning?: ComponentChildren
  readonly onOlder: () => void
  readonly onNewer: () => void
  /** Returns the messages that came since a position of the store's messages, whether the window has them or not. */
  readonly arrivedSince: (position: number) => readonly Message[]
  /** Goes to the newest message, of which the window may know nothing. */
  readonly onNewest: () => void
  /** Called when what is on the screen may have changed. */
  readonly onLook: () => void
  readonly handle: { current: ListHandle | null }
}

/** The messages of a conversation or feed, oldest first. At most 300 stand in the page; it grows where one scrolls to. */
export function MessageList(props: MessageListProps) {
  const { ids, byId, hasOldest, hasNewest, reader } = props
  const kept = usePlace(props)
  const { scroller, keeper } = kept
  const { from, shown, rows } = useRows(props, kept)
  useLayoutEffect(() => {
    props.handle.current = {
      anchor: () => keeper.current?.anchor,
      ends: () => keeper.current?.ends() ?? [],
      column: () => ({
        height: scroller.current?.clientHeight ?? 0,
        isAtEnd: scroller.current !== null && isAtEnd(scroller.current),
      }),
      goTo: (start) => keeper.current?.begin(start),
      scroll: (screens) => scroller.current && scrollBy(scroller.current, screens),
      focus: (id) => focusArticle(scroller.current, id ?? nextFrom(shown, keeper.current?.anchor?.id)),
    }
  })
  // A list that is gone has no place.
  useLayoutEffect(() => () => void (props.handle.current = null), [])
  useLayoutEffect(() => props.onLook(), [shown])
  const isBeginning = hasOldest && from === 0
  return (
    <div class="messages">
      <div ref={scroller} class="messages-scroller" tabIndex={-1} onScroll={kept.onScroll}>
        <div>{isBeginning ? props.beginning : !hasOldest && <Loading />}</div>
        <Feed
          {...props}
          rows={rows}
          from={from}
          scroller={scroller}
          onFold={(id, isFolded) => keeper.current?.hold(id, isFolded)}
        />
        {!hasNewest && <Loading />}
      </div>
      {!kept.follows && (
        <LatestButton
          {...{ ids, byId, reader, hasNewest }}
          arrivedSince={props.arrivedSince}
          onPress={props.onNewest}
        />
      )}
    </div>
  )
}

/** Returns the id of the message that a place is at. It may name a message that is gone, or none for the end. */
const nextFrom = (shown: readonly Message[], from = Number.POSITIVE_INFINITY) =>
  (shown.find(({ id }) => id >= from) ?? shown.at(-1))?.id

interface Rows {
  /** The index of the first row among the ids. */
  readonly from: number
  readonly shown: readonly Message[]
  readonly rows: readonly Placed<Message>[]
}

/** Finds the messages that stand in the page, and what stands between them. */
function useRows(props: MessageListProps, { span, isNewestShown }: ReturnType<typeof usePlace>): Rows {
  const { ids, echoes, byId, reader, isFeed, firstUnread, people } = props
  const { from, to } = indicesOf(ids, span)
  const shown = useSameList(
    useMemo(
      () => [...ids.slice(from, to), ...(isNewestShown ? echoes : [])].flatMap((id) => byId.get(id) ?? []),
      [ids, echoes, byId, from, to, isNewestShown],
    ),
  )
  const rows = useMemo(() => {
    const isNotice = ({ sender_id }: { readonly sender_id: number }) => people.get(sender_id)?.is_bot === true
    return place(shown, { times: reader.times, isFeed, firstUnread, isNotice })
  }, [shown, reader, isFeed, firstUnread, people])
  return { from, shown, rows }
}

/** Returns the earlier list while it has the same items: messages of other conversations come all the time. */
function useSameList<T>(list: readonly T[]): readonly T[] {
  const before = useRef(list)
  const isSame =
    list.length === before.current.length && list.every((item, at) => Object.is(item, before.current[at]))
  if (!isSame) before.current = list
  return before.current
}

/** The parts of a list that its messages need. */
export interface FeedProps extends Omit<
  MessageListProps,
  'beginning' | 'onOlder' | 'onNewer' | 'arrivedSince' | 'onNewest' | 'onLook' | 'handle'
> {
  readonly rows: Rows['rows']
  readonly from: number
  readonly scroller: RefObject<HTMLElement | null>
  /** Called before a message is opened or folded. */
  readonly onFold?: (id: number, isFolded: boolean) => void
  /** Whether a finger that draws a message aside does something with all of them, and quotes none. */
  readonly isDrawnAsOne?: boolean
}

/** The messages that stand in the page, with what stands between them. */
export function Feed(props: FeedProps) {
  const { ids, echoes, byId, hasOldest, hasNewest, reader, acts, rows, from } = props
  const [active, setActive] = useState<number>()
  const shown = useMemo(() => rows.map(({ message }) => message), [rows])
  const moveByKey = useMoveByKey()
  const { stop, setStop } = useTabStop({
    shown,
    start: props.start,
    ownId: reader.userId,
    scroller: props.scroller,
  })
  const { foldOf, fold } = useFolds(props, shown)
  const touch = useTouch(props)
  const common = { reader, acts, onFold: fold }
  useCounted(props.scroller, rows, from, hasOldest && hasNewest ? ids.length + echoes.length : -1)
  return (
    <div
      class="messages-feed"
      // Between the messages of several conversations stand bars with buttons, which a feed must not hold.
      role={props.isFeed ? 'group' : 'feed'}
      aria-label={t('message.list')}
      aria-busy={!hasOldest && from === 0}
      onClick={(event) => actInside(event, byId, acts)}
      onKeyDown={(event) => {
        actInside(event, byId, acts)
        moveByKey(event)
      }}
      onFocusIn={(event) => {
        const id = articleId(event.target)
        setStop(id)
        setActive(id)
      }}
      onFocusOut={({ relatedTarget: next }) => {
        if (articleId(next) === undefined && !isInPopover(next)) setActive(undefined)
      }}
      onPointerOver={(event) => {
        if (event.pointerType === 'touch' || isInPopover(document.activeElement)) return
        setActive(articleId(event.target))
      }}
      {...touch}
      onPointerLeave={() => {
        if (!isInPopover(document.activeElement)) setActive(articleId(document.activeElement))
      }}
    >
      {rows.map(({ message, day, isFirstUnread, isNewConversation, isHead }) => (
        <Slot
          key={message.local_id ?? message.id}
          date={day === undefined ? undefined : reader.times.day(message.timestamp, props.now)}
          bar={isNewConversation ? props.bar?.(message) : undefined}
        >
          <MessageRow
            {...common}
            message={message}
            sender={props.people.get(message.sender_id)}
            isHead={isHead}
            isFirstUnread={isFirstUnread}
            isActive={active === message.id}
            selecting={props.selected.size === 0 ? undefined : props.selected.has(message.id)}
            isTabStop={stop === message.id}
            isNamed={props.named === message.id}
            fold={foldOf(message)}
            sending={props.sendingOf(message)}
            match={props.matchOf?.(message.id)}
            editor={props.editing?.id === message.id ? props.editing.editor : undefined}
          />
        </Slot>
      ))}
    </div>
  )
}

/** Opens a message's menu where a finger rests on it, and quotes it where it is drawn aside. */
function useTouch({ byId, acts, reader, selected, editing, isDrawnAsOne }: FeedProps) {
  const press = useMessageMenu(byId, acts)
  const messageOf = (article: HTMLElement) => byId.get(Number(article.dataset['id']))
  const swipe = useSwipe({
    of: 'article.message',
    except: 'pre, table, .katex-display, video, audio, input, textarea, .edit-box',
    deeds(article) {
      const message = messageOf(article)
      if (!message || message.id <= 0 || message.id === editing?.id) return {}
      return selected.size > 0 || reader.isSpectator || isDrawnAsOne
        ? {}
        : { start: () => acts.quote(message) }
    },
  })
  return {
    onContextMenu: press.onContextMenu,
    onPointerDown(event: PointerEvent) {
      press.onPointerDown(event)
      swipe.onPointerDown(event)
    },
  }
}

interface SlotProps {
  readonly date: string | undefined
  readonly bar: ComponentChildren
  readonly children: ComponentChildren
}

function Slot({ date, bar, children }: SlotProps) {
  return (
    <>
      {date !== undefined && (
        <div class="date-bar">
          <span>{date}</span>
        </div>
      )}
      {bar}
      {children}
    </>
  )
}

function Loading() {
  return (
    <div class="messages-loading" aria-hidden="true">
      {[0, 1, 2].map((row) => (
        <div key={row} class="skeleton" />
      ))}
    </div>
  )
}

function articleId(target: EventTarget | null): number | undefined {
  const article = target instanceof Element ? target.closest<HTMLElement>('article.message') : null
  return article ? Number(article.dataset['id']) : undefined
}

/** Whether the focus is in what was opened from a message, such as the choice of an emoji: the button beside it stays. */
const isInPopover = (target: EventTarget | null) =>
  target instanceof Element && target.closest('.popover') !== null

/** Moves a list by a screen, less a line, and takes the focus along: it would bring back the message that it is on. */
function scrollBy(scroller: HTMLElement, screens: 1 | -1): void {
  const holdsFocus = scroller.contains(document.activeElement)
  scroller.scrollTop += screens * (scroller.clientHeight - 48)
  if (!holdsFocus) return
  const { top } = scroller.getBoundingClientRect()
  const articles = [...scroller.querySelectorAll<HTMLElement>('article.message')]
  const inSight = articles.find((article) => article.getBoundingClientRect().top >= top)
  ;(inSight ?? articles.at(-1))?.focus({ preventScroll: true })
}
