import { ChevronRight, Menu, Plus } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { chooseFilter } from '#actions/choose-filter.ts'
import { loadTopics } from '#actions/load-topics.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { useGrowing } from '#parts/growing/use-growing.tsx'
import { Hint } from '#parts/hint/hint.tsx'
import { Icon } from '#parts/icon.tsx'
import { lazy } from '#parts/lazy.tsx'
import { useNarrow } from '#parts/use-narrow.ts'
import { Separator } from '#screens/shell/separator.tsx'
import { conversationKeyOf } from '#state/addresses.ts'
import { channelById } from '#state/channels.ts'
import type { Conversation } from '#state/conversations.ts'
import { isNewcomer } from '#state/first-steps.ts'
import { type Filter, filtersOf, firstRows, type ListSection, listSections } from '#state/list-rows.ts'
import { presentStep } from '#state/list-step.ts'
import type { ListPlace } from '#state/place.ts'
import { selectConversations, selectInboxFolders, selectInboxOrder, selectNewest } from '#state/selectors.ts'
import { isSpectator } from '#state/spectator.ts'
import { useApp } from '#state/use-app.ts'
import { useFolded } from '#state/use-folded.ts'
import { useKnown } from '#state/use-known.ts'
import { learn, t } from '#words/words.ts'
import { ConversationRow } from './conversation-row.tsx'
import { foldKey, folds } from './folding.ts'
import { useHeldStill } from './use-held-still.ts'
import { useRowCommands } from './use-row-commands.ts'
import { useRowMenu } from './use-row-menu.tsx'
import { useScrollPlace } from './use-scroll-place.ts'

const MoreFilters = lazy(async () => (await import('./more-filters.tsx')).MoreFilters)
const RowsInSight = lazy(async () => (await import('./rows-in-sight.tsx')).RowsInSight)
const ChannelMenu = lazy(async () => {
  await learn('channels')
  return (await import('./channel-menu.tsx')).ChannelMenu
})

/** The conversations of the place that is chosen. */
export function ConversationList({ place }: { readonly place: ListPlace }) {
  const key = place.kind === 'channel' ? `channel ${place.channelId}` : place.kind
  // A list of its own for each place, so that nothing of one shows in another.
  return <PlaceList key={key} place={place} />
}

function PlaceList({ place }: { readonly place: ListPlace }) {
  const app = useApp()
  const { clock, store } = app
  const filter = useKnown((known) => known.filter)
  const [hasMuted, setMuted] = useState(false)
  const ownId = useKnown(({ state }) => state?.user_id ?? -1)
  const region = useRef<HTMLElement>(null)
  const conversations = useKnown(selectConversations)
  const channelOrder = useKnown(selectInboxOrder)
  const staying = useStaying(place, conversations)
  const now = useMemo(() => {
    const { byId } = store.get().messages
    const yesterday = clock.now() / 1000 - day
    const isFresh = ({ lastId }: Conversation) => (byId.get(lastId)?.timestamp ?? 0) > yesterday
    return listSections(conversations, place, { filter, channelOrder, staying, ownId, hasMuted, isFresh })
  }, [conversations, place, filter, channelOrder, staying, ownId, hasMuted])
  const { shown, behind, release } = useHeldStill(region, now, `${filter} ${hasMuted}`)
  const { touch, menu } = useRowMenu(region, release)
  useTopicsOf(place)
  const isVisitor = useKnown(isSpectator)
  const isNew = useKnown((known) => isNewcomer(known, clock.now()))
  const hasOlder = useKnown(({ state }) => state?.unread_msgs?.old_unreads_missing ?? false)
  const seesSinceJoining = useKnown(({ state }) => {
    const channel = place.kind === 'channel' ? channelById(state, place.channelId) : undefined
    return channel?.invite_only === true && !channel.history_public_to_subscribers
  })
  const open = useKnown(({ main, state }) => conversationKeyOf(main, state?.user_id ?? -1))
  const rows = useMemo(() => shown.flatMap((section) => section.rows), [shown])
  const least = Math.max(
    rows.findIndex(({ key }) => key === open),
    (presentStep()?.top ?? 0) / leastRow,
  )
  const { count, end } = useGrowing(rows.length, Math.ceil(least) + rowsBehind)
  const scrolled = useRef<HTMLDivElement>(null)
  useScrollPlace(scrolled, filter)
  useRowCommands({ region, place, sections: shown, open })
  return (
    <section ref={region} class="list" aria-label={t('shell.conversations')} {...touch}>
      <ListHead place={place}>
        <Filters
          place={place}
          {...{ filter, hasMuted }}
          onFilter={(chosen) => chooseFilter(app, chosen)}
          onMuted={setMuted}
        />
      </ListHead>
      {behind > 0 && (
        <button type="button" class="list-behind" onClick={release}>
          {t('list.updated', { count: behind })}
        </button>
      )}
      <div ref={scrolled} class="list-scroll" data-scrolls>
        {place.kind === 'inbox' && isNew && conversations.length > 0 && <Hint name="list" />}
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
        {seesSinceJoining && <p class="list-older">{t('list.since-joined')}</p>}
        {place.kind === 'inbox' && hasOlder && <p class="list-older">{t('list.older-unread')}</p>}
      </div>
      {!isVisitor && (
        <RowsInSight {...{ scrolled }} sections={shown} hasAllChannels={place.kind === 'recent'} />
      )}
      {menu}
      <Separator column="list" />
    </section>
  )
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
  useEffect(() => {
    if (!isWhole && isLive && channelId !== undefined) loadTopics(app, channelId).catch(() => undefined)
  }, [app, channelId, isWhole, isLive])
}

interface ListHeadProps {
  readonly place: ListPlace
  /** The filters. */
  readonly children: ComponentChildren
}

function ListHead({ place, children }: ListHeadProps) {
  const channel = useKnown(({ state }) =>
    place.kind === 'channel' ? channelById(state, place.channelId) : undefined,
  )
  const isOnlyRead = useKnown(isSpectator)
  const Heading = useNarrow() ? 'h1' : 'h2'
  const beginning = beginningIn(place)
  return (
    <header class="list-head">
      <div class="list-title">
        <a class="button-icon narrow-only" data-back href="#places" aria-label={t('places.open')}>
          <Icon of={Menu} />
        </a>
        {channel && <ChannelSign channel={channel} />}
        <Heading dir="auto">
          {channel?.name ?? t(`list.${place.kind === 'channel' ? 'channel' : place.kind}`)}
        </Heading>
        {beginning && !isOnlyRead && (
          <a class="list-new" href={beginning.address}>
            <Icon of={Plus} size={1} />
            {beginning.name}
          </a>
        )}
        {channel && !isOnlyRead && <ChannelMenu channelId={channel.stream_id} />}
      </div>
      {children}
    </header>
  )
}

interface FiltersProps {
  readonly place: ListPlace
  readonly filter: Filter
  readonly hasMuted: boolean
  readonly onFilter: (filter: Filter) => void
  readonly onMuted: (hasMuted: boolean) => void
}

function Filters({ place: { kind }, filter, hasMuted, onFilter, onMuted }: FiltersProps) {
  const { first, more } = filtersOf[kind]
  return (
    <div class="list-filters" role="group" aria-label={t('list.filters')}>
      {[...first, ...more.filter((each) => each === filter)].map((each) => (
        <button
          key={each}
          type="button"
          class="list-filter"
          aria-pressed={each === filter}
          onClick={() => onFilter(each)}
        >
          {t(`list.filter.${each}`)}
        </button>
      ))}
      {more.length > 0 && (
        <MoreFilters
          filters={more}
          chosen={filter}
          onChoose={onFilter}
          hasMuted={kind === 'recent' ? hasMuted : undefined}
          onMuted={onMuted}
        />
      )}
    </div>
  )
}

interface SectionProps {
  readonly section: ListSection
  /** The number of its rows, of which only the first may be drawn. */
  readonly total: number
  readonly place: ListPlace
  /** The key of the conversation that is open. */
  readonly open: string | undefined
  /** Stands behind the last row. */
  readonly end: ComponentChildren
}

function Section({ section, total, place, open, end }: SectionProps) {
  const [isTurned, setTurned] = useFolded(foldKey(place, section))
  const isFolded = folds(section) && !isTurned
  const SectionHeading = useNarrow() ? 'h2' : 'h3'
  const channel = useKnown(({ state }) =>
    section.channelId === undefined ? undefined : channelById(state, section.channelId),
  )
  const folder = useKnown((known) =>
    section.channelId === undefined ? undefined : selectInboxFolders(known).get(section.channelId),
  )
  return (
    <>
      {section.kind !== 'all' && (
        <SectionHeading class="list-section">
          {folds(section) ? (
            <button type="button" aria-expanded={!isFolded} onClick={() => setTurned(!isTurned)}>
              {t(`list.section.${section.kind === 'muted' ? 'muted' : 'resolved'}`, {
                count: total,
              })}
            </button>
          ) : (
            <>
              {folder !== undefined && (
                <>
                  <span class="list-folder" dir="auto">
                    {folder}
                  </span>
                  <Icon of={ChevronRight} size={0.75} turns />
                </>
              )}
              {channel && <ChannelSign channel={channel} size={0.875} />}
              <span dir="auto">{channel?.name ?? t('places.direct')}</span>
            </>
          )}
        </SectionHeading>
      )}
      {!isFolded && (
        <ul>
          {section.rows.map((conversation) => (
            <ConversationRow
              key={conversation.key}
              conversation={conversation}
              namesChannel={place.kind === 'recent'}
              isCurrent={open === conversation.key}
            />
          ))}
          {end}
        </ul>
      )}
    </>
  )
}

/** Where a conversation of a place is begun, and the name of the link. */
function beginningIn(place: ListPlace): { readonly address: string; readonly name: string } | undefined {
  if (place.kind === 'channel') return { address: `#new/topic/${place.channelId}`, name: t('list.newTopic') }
  return place.kind === 'direct' ? { address: '#new/direct', name: t('list.newDirect') } : undefined
}

function EmptyList({ place, filter }: { readonly place: ListPlace; readonly filter: Filter }) {
  const isLoading = useKnown(
    ({ topics, state }) =>
      state === undefined || (place.kind === 'channel' && topics.get(place.channelId)?.isWhole !== true),
  )
  const isUnknown = useKnown(
    ({ state }) => state && place.kind === 'channel' && !channelById(state, place.channelId),
  )
  const isOnlyRead = useKnown(isSpectator)
  if (isUnknown) return <p class="list-empty">{t('list.no-channel')}</p>
  if (isLoading) return <ListSkeleton />
  if (filter !== 'all') return <p class="list-empty">{t('list.emptyFilter')}</p>
  const step =
    place.kind === 'recent'
      ? { address: '#channels/available', name: t('places.browse') }
      : beginningIn(place)
  return (
    <>
      <p class="list-empty">{t(`list.empty.${place.kind}`)}</p>
      {step && !isOnlyRead && (
        <a class="button list-empty-step" href={step.address}>
          {step.name}
        </a>
      )}
      {place.kind === 'inbox' && <NewestConversations />}
    </>
  )
}

/** The way back to what was read last, where nothing is left to read. */
function NewestConversations() {
  const open = useKnown(({ main, state }) => conversationKeyOf(main, state?.user_id ?? -1))
  const SectionHeading = useNarrow() ? 'h2' : 'h3'
  const newest = useKnown(selectNewest)
  if (newest.length === 0) return null
  return (
    <section aria-label={t('list.newest')}>
      <SectionHeading class="list-section">{t('list.newest')}</SectionHeading>
      <ul>
        {newest.map((conversation) => (
          <ConversationRow
            key={conversation.key}
            conversation={conversation}
            namesChannel
            isCurrent={open === conversation.key}
          />
        ))}
      </ul>
    </section>
  )
}

/** Rows without text, while a list is on its way. */
function ListSkeleton() {
  return (
    <div class="list-skeleton" aria-hidden="true">
      {[70, 50, 85, 60].map((width) => (
        <div key={width}>
          <span style={{ inlineSize: `${width}%` }} />
          <span style={{ inlineSize: `${width - 15}%` }} />
        </div>
      ))}
    </div>
  )
}
