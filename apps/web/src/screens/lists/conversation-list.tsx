import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { loadTopics } from '#actions/load-topics.ts'
import { useGrowing } from '#parts/growing/use-growing.tsx'
import { Hint } from '#parts/hint/hint.tsx'
import { lazy } from '#parts/lazy.tsx'
import { Separator } from '#screens/shell/separator.tsx'
import { conversationKeyOf } from '#state/addresses.ts'
import { channelById } from '#state/channels.ts'
import type { Conversation } from '#state/conversations.ts'
import { isNewcomer } from '#state/first-steps.ts'
import { isOutside } from '#state/is-outside.ts'
import { type Filter, firstRows, type ListSection, listSections } from '#state/list-rows.ts'
import { presentStep } from '#state/list-step.ts'
import type { ListPlace } from '#state/place.ts'
import { selectConversations, selectInboxOrder } from '#state/selectors.ts'
import { isSpectator } from '#state/spectator.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { learn, t } from '#words/words.ts'
import { EmptyList } from './empty-list.tsx'
import { Filters, ListHead } from './list-head.tsx'
import { Section } from './list-section.tsx'
import { useHeldStill } from './use-held-still.ts'
import { useRowCommands } from './use-row-commands.ts'
import { useRowMenu } from './use-row-menu.tsx'
import { useScrollPlace } from './use-scroll-place.ts'

const JoinBar = lazy(async () => {
  await learn('channels')
  return (await import('#parts/join-bar/join-bar.tsx')).JoinBar
})
const OwnConversations = lazy(async () => (await import('./own-conversations.tsx')).OwnConversations)
const RowsInSight = lazy(async () => (await import('./rows-in-sight.tsx')).RowsInSight)

/** The conversations of the place that is chosen. */
export function ConversationList({ place }: { readonly place: ListPlace }) {
  const key = place.kind === 'channel' ? `channel ${place.channelId}` : place.kind
  // A list of its own for each place, so that nothing of one shows in another.
  return <PlaceList key={key} place={place} />
}

function PlaceList({ place }: { readonly place: ListPlace }) {
  const [hasMuted, setMuted] = useState(false)
  const [hasOwn, setOwn] = useState(false)
  const filter = useKnown((known) => known.filter)
  const region = useRef<HTMLElement>(null)
  const scrolled = useRef<HTMLDivElement>(null)
  const now = useSections(place, filter, hasMuted)
  const { shown, behind, release } = useHeldStill(region, now, `${filter} ${hasMuted} ${hasOwn}`)
  const { touch, menu } = useRowMenu(region, release)
  useTopicsOf(place)
  const isVisitor = useKnown(isSpectator)
  const isNotIn = useKnown((known) => place.kind === 'channel' && isOutside(known, place.channelId))
  const open = useKnown(({ main, state }) => conversationKeyOf(main, state?.user_id ?? -1))
  const { count, end } = useDrawn(shown, open)
  useScrollPlace(scrolled, filter)
  useRowCommands({ region, place, sections: shown, open })
  return (
    <section ref={region} class="list" aria-label={t('shell.conversations')} {...touch}>
      <ListHead place={place}>
        <Filters place={place} hasMuted={hasMuted} onMuted={setMuted} />
      </ListHead>
      {isNotIn && place.kind === 'channel' && <JoinBar channelId={place.channelId} />}
      {behind > 0 && (
        <button type="button" class="list-behind" onClick={release}>
          {t('list.updated', { count: behind })}
        </button>
      )}
      <div ref={scrolled} class="list-scroll" data-scrolls>
        <ListHint place={place} />
        {shown.length === 0 ? (
          <EmptyList place={place} filter={filter} />
        ) : (
          firstRows(shown, count).map((section, at, all) => (
            <Section
              key={`${section.kind} ${section.channelId ?? ''}`}
              {...{ section, place, open }}
              total={shown[at]?.rows.length ?? 0}
              end={at === all.length - 1 && end}
            />
          ))
        )}
        <OlderNote place={place} />
      </div>
      {!isVisitor && (
        <RowsInSight
          {...{ scrolled }}
          sections={shown}
          // An empty inbox offers the newest of all.
          hasAllChannels={place.kind === 'recent' || (place.kind === 'inbox' && shown.length === 0)}
        />
      )}
      {filter === 'mine' && (
        <OwnConversations
          channelId={place.kind === 'channel' ? place.channelId : undefined}
          onLoaded={() => setOwn(true)}
        />
      )}
      {menu}
      <Separator column="list" />
    </section>
  )
}

/** Returns the conversations of a place that a filter leaves, in sections. */
function useSections(place: ListPlace, filter: Filter, hasMuted: boolean): readonly ListSection[] {
  const { clock, store } = useApp()
  const ownId = useKnown(({ state }) => state?.user_id ?? -1)
  const conversations = useKnown(selectConversations)
  const channelOrder = useKnown(selectInboxOrder)
  const staying = useStaying(place, conversations)
  return useMemo(() => {
    const { byId } = store.get().messages
    const yesterday = clock.now() / 1000 - day
    const isFresh = ({ lastId }: Conversation) => (byId.get(lastId)?.timestamp ?? 0) > yesterday
    return listSections(conversations, place, { filter, channelOrder, staying, ownId, hasMuted, isFresh })
  }, [conversations, place, filter, channelOrder, staying, ownId, hasMuted])
}

/** Draws the rows down to the one that is open, and to the place that the list is scrolled to. */
function useDrawn(sections: readonly ListSection[], open: string | undefined) {
  const rows = useMemo(() => sections.flatMap((section) => section.rows), [sections])
  const least = Math.max(
    rows.findIndex(({ key }) => key === open),
    (presentStep()?.top ?? 0) / leastRow,
  )
  return useGrowing(rows.length, Math.ceil(least) + rowsBehind)
}

/** Tells newcomers what a row is. */
function ListHint({ place }: { readonly place: ListPlace }) {
  const { clock } = useApp()
  const isNew = useKnown((known) => isNewcomer(known, clock.now()))
  const hasRows = useKnown((known) => selectConversations(known).length > 0)
  return place.kind === 'inbox' && isNew && hasRows ? <Hint name="list" /> : null
}

/** Says that a list does not reach back to the beginning, or that it has only what this device keeps. */
function OlderNote({ place }: { readonly place: ListPlace }) {
  const hasOlder = useKnown(({ state }) => state?.unread_msgs?.old_unreads_missing ?? false)
  const seesSinceJoining = useKnown(({ state }) => {
    const channel = place.kind === 'channel' ? channelById(state, place.channelId) : undefined
    return channel?.invite_only === true && !channel.history_public_to_subscribers
  })
  const isOffline = useKnown(({ connection }) => connection.state === 'waiting')
  if (isOffline) return <p class="list-older">{t('list.on-device')}</p>
  if (seesSinceJoining) return <p class="list-older">{t('list.since-joined')}</p>
  return place.kind === 'inbox' && hasOlder ? <p class="list-older">{t('list.older-unread')}</p> : null
}

/** Seconds of a day. */
const day = 86_400

/** Rows that are drawn behind the one that is open, at least. */
const rowsBehind = 20
/** Pixels that a row is high, at least. */
const leastRow = 34

/** Keys of the conversations that were unread or open since the place was opened: their rows stay when they are read. */
function useStaying(place: ListPlace, conversations: readonly Conversation[]): ReadonlySet<string> {
  const staying = useRef<ReadonlySet<string>>(new Set())
  const open = useKnown(({ main, state }) => conversationKeyOf(main, state?.user_id ?? -1))
  return useMemo(() => {
    if (place.kind !== 'inbox') return staying.current
    const unread = conversations.filter(
      (row) => (row.unread > 0 || row.key === open) && !staying.current.has(row.key),
    )
    if (unread.length > 0) staying.current = new Set([...staying.current, ...unread.map(({ key }) => key)])
    return staying.current
  }, [place, conversations, open])
}

function useTopicsOf(place: ListPlace): void {
  const app = useApp()
  const channelId = place.kind === 'channel' ? place.channelId : undefined
  const isWhole = useKnown(
    ({ topics, state }) =>
      channelId === undefined || topics.get(channelId)?.isWhole === true || !channelById(state, channelId),
  )
  const isLive = useKnown(({ connection }) => connection.state === 'live')
  const isNotIn = useKnown((known) => channelId !== undefined && isOutside(known, channelId))
  // No event tells of new topics where one is not in: they are asked for when the list opens, and when one joins.
  const asked = useRef<boolean | undefined>(isWhole && !isNotIn ? isNotIn : undefined)
  useEffect(() => {
    if (!isLive || channelId === undefined || (isWhole && asked.current === isNotIn)) return
    asked.current = isNotIn
    loadTopics(app, channelId).catch(() => undefined)
  }, [app, channelId, isWhole, isLive, isNotIn])
}
