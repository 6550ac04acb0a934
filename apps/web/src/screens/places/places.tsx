import { Search } from 'lucide'
import { useState } from 'preact/hooks'
import { openChannel } from '#actions/open-channel.ts'
import { useCommand } from '#keys/use-command.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { folded } from '#parts/completion/match.ts'
import { Count } from '#parts/count.tsx'
import { useGrowing } from '#parts/growing/use-growing.tsx'
import { Icon } from '#parts/icon.tsx'
import { lazy } from '#parts/lazy.tsx'
import { memo } from '#parts/memo.ts'
import { useNarrow } from '#parts/use-narrow.ts'
import { Separator } from '#screens/shell/separator.tsx'
import { addressFor } from '#state/addresses.ts'
import { type ChannelGroup, hasChannels, type Subscription } from '#state/channel-groups.ts'
import { mayCreateChannels } from '#state/may-create-channels.ts'
import { selectChannelGroups, selectUnreadCounts } from '#state/selectors.ts'
import { isSpectator } from '#state/spectator.ts'
import { viewOfChannel } from '#state/topics-policy.ts'
import type { ChannelUnread } from '#state/unread-counts.ts'
import { useApp } from '#state/use-app.ts'
import { useFolded } from '#state/use-folded.ts'
import { useKnown } from '#state/use-known.ts'
import { learn, t } from '#words/words.ts'
import { DirectMessages } from './direct-messages.tsx'
import { type FilteredProps, fits } from './fits.ts'
import { GroupHead } from './group-head.tsx'
import { OrganizationMenu } from './organization-menu.tsx'
import { usePlaceMenu } from './use-place-menu.tsx'
import { Views, VisitorViews } from './views.tsx'

const PlacesFilter = lazy(async () => {
  await learn('search')
  return (await import('./places-filter.tsx')).PlacesFilter
})

/** The list of places: views, conversations with people, and channels by folder. */
export function Places() {
  const { commands } = useApp()
  const isOnlyRead = useKnown(isSpectator)
  const [query, setQuery] = useState<string>()
  useCommand('filterPlaces', () => setQuery(query ?? ''))
  const asked = folded(query?.trim() ?? '')
  const isNarrow = useNarrow()
  const { touch, menu } = usePlaceMenu()
  const content = (
    <>
      <OrganizationMenu isHeading={isNarrow} />
      <button type="button" class="places-search" onClick={() => commands.run('palette')}>
        <Icon of={Search} size={1} />
        <span>{t('places.search')}</span>
        <kbd>{t('places.searchKey')}</kbd>
      </button>
      {query !== undefined && (
        <PlacesFilter text={query} onText={setQuery} onClose={() => setQuery(undefined)} />
      )}
      <div class="places-scroll" data-scrolls {...(isOnlyRead ? {} : touch)}>
        {isOnlyRead ? <VisitorViews /> : <Views asked={asked} />}
        {!isOnlyRead && <DirectMessages asked={asked} />}
        <Channels asked={asked} />
      </div>
      {menu}
      <Separator column="places" />
    </>
  )
  // On a narrow screen, places fill it while they are open.
  if (isNarrow)
    return (
      <main class="places">
        <nav class="places-all" aria-label={t('places.name')}>
          {content}
        </nav>
      </main>
    )
  return (
    <nav class="places" aria-label={t('places.name')}>
      {content}
    </nav>
  )
}

function Channels({ asked }: FilteredProps) {
  const all = useKnown(selectChannelGroups)
  const groups =
    asked === ''
      ? all
      : all
          .map((group) => ({ ...group, channels: group.channels.filter(({ name }) => fits(asked, name)) }))
          .filter(({ channels }) => channels.length > 0)
  const isOnlyRead = useKnown(isSpectator)
  const mayCreate = useKnown(({ state }) => mayCreateChannels(state))
  return (
    <>
      {groups.map((group) => (
        <ChannelSection key={group.key} group={group} isOnly={all.length === 1} isFiltered={asked !== ''} />
      ))}
      {!isOnlyRead && (
        <ul class="places-end">
          <li>
            <a class="place place-more" href="#channels/available">
              {t('places.browse')}
            </a>
          </li>
          {mayCreate && (
            <li>
              <a class="place place-more" href="#channels/new">
                {t('places.new-channel')}
              </a>
            </li>
          )}
        </ul>
      )}
    </>
  )
}

interface ChannelSectionProps {
  readonly group: ChannelGroup
  readonly isOnly: boolean
  /** Whether a filter is on: then folded channels are shown, too. */
  readonly isFiltered: boolean
}

function ChannelSection({ group, isOnly, isFiltered }: ChannelSectionProps) {
  const isEmpty = !hasChannels(group) && group.name !== undefined
  const [isTurned, setTurned] = useFolded(`${isEmpty ? 'empty' : 'channels'} ${group.key}`)
  const isFolded = isTurned !== isEmpty && !isFiltered
  const unread = useKnown((known) => selectUnreadCounts(known).channels)
  const policy = useKnown(
    ({ state }) => state?.user_settings?.web_stream_unreads_count_display_policy ?? countsOf.unmutedOnly,
  )
  const current = useKnown(({ place }) => (place.kind === 'channel' ? place.channelId : undefined))
  const at = group.channels.findIndex(({ stream_id }) => stream_id === current)
  const { count, end } = useGrowing(group.channels.length, at + 1)
  const sum = group.channels.reduce((total, { stream_id }) => total + (unread.get(stream_id)?.count ?? 0), 0)
  const name =
    group.name ??
    (group.key === 'pinned' ? t('places.pinned') : isOnly ? t('places.channels') : t('places.otherChannels'))
  return (
    <section class="places-group">
      <GroupHead
        section={group.key}
        name={name}
        isFolded={isFolded}
        onFold={() => setTurned(!isTurned)}
        count={isFolded ? sum : 0}
      />
      {!isFolded && (
        <ul>
          {group.channels.slice(0, count).map((channel) => (
            <ChannelRow
              key={channel.stream_id}
              channel={channel}
              unread={unread.get(channel.stream_id)}
              policy={policy}
              isCurrent={channel.stream_id === current}
            />
          ))}
          {end}
          {(group.more > 0 || isEmpty) && (
            <li>
              <a
                class="place place-more"
                href={
                  group.name === undefined
                    ? '#channels/available'
                    : `#channels/folders/${group.key}/${isEmpty ? 'new' : 'available'}`
                }
              >
                {isEmpty ? t('places.new-channel') : t('places.more', { count: group.more })}
              </a>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

/** The values of `web_stream_unreads_count_display_policy`. */
const countsOf = { allChannels: 1, unmutedOnly: 2, none: 3 }

interface ChannelRowProps {
  readonly channel: Subscription
  readonly unread: ChannelUnread | undefined
  readonly policy: number
  readonly isCurrent: boolean
}

/** A channel. It is drawn again only when something in it is new: there may be hundreds. */
const ChannelRow = memo(function ChannelRow({ channel, unread, policy, isCurrent }: ChannelRowProps) {
  const app = useApp()
  const { state } = app.store.get()
  const address = addressFor(state, viewOfChannel(state, channel))
  const showsMuted = policy === countsOf.allChannels && channel.is_muted
  const count = policy === countsOf.none ? 0 : (unread?.count ?? 0) + (showsMuted ? (unread?.muted ?? 0) : 0)
  const names = ['place']
  if (channel.is_muted) names.push('place-muted')
  if ((unread?.count ?? 0) > 0) names.push('place-unread')
  return (
    <li>
      <a
        class={names.join(' ')}
        href={address}
        aria-current={isCurrent ? 'page' : undefined}
        data-channel={channel.stream_id}
        onClick={(event) => {
          // With these, the link opens elsewhere.
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          void openChannel(app, channel.stream_id)
        }}
      >
        <ChannelSign channel={channel} />
        <span class="place-name" dir="auto">
          {channel.name}
        </span>
        <Count of={count} hasMention={unread?.hasMention ?? false} isQuiet={showsMuted} />
      </a>
    </li>
  )
})
