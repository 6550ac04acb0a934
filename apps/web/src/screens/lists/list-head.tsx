import { Layers, Menu, Plus } from 'lucide'
import type { ComponentChildren } from 'preact'
import { chooseFilter } from '#actions/choose-filter.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { Icon } from '#parts/icon.tsx'
import { lazy } from '#parts/lazy.tsx'
import { useNarrow } from '#parts/use-narrow.ts'
import { channelById } from '#state/channels.ts'
import { filtersOf } from '#state/list-rows.ts'
import type { ListPlace } from '#state/place.ts'
import { selectUnreadCounts } from '#state/selectors.ts'
import { isSpectator } from '#state/spectator.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { learn, t } from '#words/words.ts'
import { beginningIn } from './beginning-in.ts'

const MoreFilters = lazy(async () => (await import('./more-filters.tsx')).MoreFilters)
const ChannelMenu = lazy(async () => {
  await learn('channels')
  return (await import('./channel-menu.tsx')).ChannelMenu
})

interface ListHeadProps {
  readonly place: ListPlace
  /** The filters. */
  readonly children: ComponentChildren
}

/** Says what a list is of, and what can be begun in it. */
export function ListHead({ place, children }: ListHeadProps) {
  const channel = useKnown(({ state }) =>
    place.kind === 'channel' ? channelById(state, place.channelId) : undefined,
  )
  const isOnlyRead = useKnown(isSpectator)
  // Nothing can be begun in a channel that does not exist.
  const isGone = useKnown(({ state }) => state !== undefined && place.kind === 'channel') && !channel
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
        {beginning && !isOnlyRead && !isGone && (
          <a class="list-new" href={beginning.address}>
            <Icon of={Plus} size={1} />
            {beginning.name}
          </a>
        )}
        {place.kind === 'inbox' && !isOnlyRead && <CatchUpLink />}
        {channel && !isOnlyRead && <ChannelMenu channelId={channel.stream_id} />}
      </div>
      {children}
    </header>
  )
}

/** Leads to the unread conversations one after another, where there are any. */
function CatchUpLink() {
  const isUseful = useKnown((known) => selectUnreadCounts(known).total > 0)
  return isUseful ? (
    <a class="list-new" href="#catch-up">
      <Icon of={Layers} size={1} />
      {t('shell.catch-up')}
    </a>
  ) : null
}

interface FiltersProps {
  readonly place: ListPlace
  readonly hasMuted: boolean
  readonly onMuted: (hasMuted: boolean) => void
}

/** Chooses which conversations of a place are listed. */
export function Filters({ place: { kind }, hasMuted, onMuted }: FiltersProps) {
  const app = useApp()
  const filter = useKnown((known) => known.filter)
  const { first, more } = filtersOf[kind]
  return (
    <div class="list-filters" role="group" aria-label={t('list.filters')}>
      {[...first, ...more.filter((each) => each === filter)].map((each) => (
        <button
          key={each}
          type="button"
          class="list-filter"
          aria-pressed={each === filter}
          onClick={() => chooseFilter(app, each)}
        >
          {t(`list.filter.${each}`)}
        </button>
      ))}
      {more.length > 0 && (
        <MoreFilters
          filters={more}
          chosen={filter}
          onChoose={(chosen) => chooseFilter(app, chosen)}
          hasMuted={kind === 'recent' ? hasMuted : undefined}
          onMuted={onMuted}
        />
      )}
    </div>
  )
}
