import {
  AtSign,
  ChevronDown,
  ChevronRight,
  Clock,
  History,
  type IconNode,
  Inbox,
  Plus,
  Search,
  Star,
} from 'lucide'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useCommand } from '#keys/use-command.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { fitOf, folded } from '#parts/completion/match.ts'
import { Count } from '#parts/count.tsx'
import { useGrowing } from '#parts/growing/use-growing.tsx'
import { Icon } from '#parts/icon.tsx'
import { lazy } from '#parts/lazy.tsx'
import { memo } from '#parts/messages/memo.ts'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { PresenceDot } from '#parts/presence-dot.tsx'
import { Separator } from '#screens/shell/separator.tsx'
import { addressFor, conversationKeyOf, viewOf } from '#state/addresses.ts'
import type { ChannelGroup, Subscription } from '#state/channel-groups.ts'
import { type Conversation, newestFirst } from '#state/conversations.ts'
import { namesOf, peopleOf } from '#state/people.ts'
import { remember } from '#state/remember.ts'
import { selectChannelGroups, selectConversations, selectUnreadCounts } from '#state/selectors.ts'
import { isSpectator } from '#state/spectator.ts'
import { viewOfChannel } from '#state/topics-policy.ts'
import type { ChannelUnread } from '#state/unread-counts.ts'
import { useApp } from '#state/use-app.ts'
import { useFolded } from '#state/use-folded.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { OrganizationMenu } from './organization-menu.tsx'

const PlacesFilter = lazy(async () => (await import('./places-filter.tsx')).PlacesFilter)

/** The list of places: views, conversations with people, and channels by folder. */
export function Places() {
  const { commands } = useApp()
  const isOnlyRead = useKnown(isSpectator)
  const [query, setQuery] = useState<string>()
  useCommand('filterPlaces', () => setQuery(query ?? ''))
  const asked = folded(query?.trim() ?? '')
  return (
    <nav class="places" aria-label={t('places.name')}>
      <OrganizationMenu />
      <button type="button" class="places-search" onClick={() => commands.run('palette')}>
        <Icon of={Search} size={1} />
        <span>{t('places.search')}</span>
        <kbd>{t('places.searchKey')}</kbd>
      </button>
      {query !== undefined && (
        <PlacesFilter text={query} onText={setQuery} onClose={() => setQuery(undefined)} />
      )}
      <div class="places-scroll" data-scrolls>
        {isOnlyRead ? <VisitorViews /> : <Views />}
        {!isOnlyRead && <DirectMessages asked={asked} />}
        <Channels asked={asked} />
      </div>
      <Separator column="places" />
    </nav>
  )
}

function Views() {
  const unread = useKnown((known) => selectUnreadCounts(known))
  const starred = useKnown(({ state }) =>
    state?.user_settings?.starred_message_counts ? (state.starred_messages?.length ?? 0) : 0,
  )
  return (
    <ul>
      <View address="#inbox" icon={Inbox} name={t('places.inbox')} count={unread.total} />
      <View address="#recent" icon={History} name={t('places.recent')} />
      <View
        address="#narrow/is/mentioned"
        icon={AtSign}
        name={t('places.mentions')}
        count={unread.mentions}
        isLoud
      />
      <View address="#narrow/is/starred" icon={Star} name={t('places.starred')} count={starred} isQuiet />
      <View address="#scheduled" icon={Clock} name={t('places.later')} />
    </ul>
  )
}

function VisitorViews() {
  return (
    <ul>
      <View address="#recent" icon={History} name={t('places.recent')} />
    </ul>
  )
}

interface ViewProps {
  readonly address: string
  readonly icon: IconNode
  readonly name: string
  readonly count?: number
  readonly isLoud?: boolean
  readonly isQuiet?: boolean
}

function View({ address, icon, name, count = 0, isLoud = false, isQuiet = false }: ViewProps) {
  const isCurrent = useKnown(({ state, view }) => addressFor(state, view) === address)
  return (
    <li>
      <a class="place" href={address} aria-current={isCurrent ? 'page' : undefined}>
        <Icon of={icon} />
        <span class="place-name">{name}</span>
        <Count of={count} isLoud={isLoud} isQuiet={isQuiet} />
      </a>
    </li>
  )
}

/** People that places show before "all": more stand in the list of direct messages. */
const shownPeople = 8

const directConversations = remember((conversations: readonly Conversation[]) =>
  conversations
    .filter(({ userIds }) => userIds !== undefined)
    .toSorted((a, b) => Number(b.unread > 0) - Number(a.unread > 0) || newestFirst(a, b))
    .slice(0, shownPeople),
)

interface FilteredProps {
  /** Letters that names have to fit, folded; empty for all. */
  readonly asked: string
}

function DirectMessages({ asked }: FilteredProps) {
  const conversations = useKnown((known) => directConversations(selectConversations(known)))
  const people = useKnown(({ state }) => peopleOf(state))
  const shown = conversations.filter(({ userIds = [] }) =>
    fits(asked, namesOf(userIds, people, '').join(', ')),
  )
  const unread = useKnown((known) => selectUnreadCounts(known).direct)
  const [isFolded, setFolded] = useFolded('direct')
  return (
    <section class="places-group">
      <GroupHead
        name={t('places.direct')}
        isFolded={isFolded}
        onFold={() => setFolded(!isFolded)}
        count={isFolded ? unread : 0}
      >
        <a
          class="group-action"
          href="#new/direct"
          aria-label={t('places.newDirect')}
          title={t('places.newDirect')}
        >
          <Icon of={Plus} size={1} />
        </a>
      </GroupHead>
      {!isFolded && (
        <ul>
          {shown.map((conversation) => (
            <PeopleRow key={conversation.key} conversation={conversation} />
          ))}
          {conversations.length === shownPeople && (
            <li>
              <a class="place place-more" href="#narrow/is/dm">
                {t('places.allDirect')}
              </a>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

function PeopleRow({ conversation }: { readonly conversation: Conversation }) {
  const { key, userIds = [], unread } = conversation
  const people = useKnown(({ state }) => peopleOf(state))
  const ownId = useKnown(({ state }) => state?.user_id ?? -1)
  const address = useKnown(({ state }) => addressFor(state, viewOf(conversation, ownId)))
  const isCurrent = useKnown(({ view }) => conversationKeyOf(view, ownId) === key)
  const [only] = userIds
  const name =
    userIds.length === 0 ? t('places.notes') : namesOf(userIds, people, t('people.unknown')).join(', ')
  return (
    <li>
      <a
        class={unread > 0 ? 'place place-unread' : 'place'}
        href={address}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <span class="place-picture">
          <PersonAvatar person={people.get(only ?? ownId)} size={1.25} />
          {userIds.length === 1 && only !== undefined && <PresenceDot userId={only} />}
        </span>
        <span class="place-name" dir="auto">
          {name}
        </span>
        <Count of={unread} isLoud />
      </a>
    </li>
  )
}

const fits = (asked: string, name: string) => asked === '' || fitOf(asked, folded(name)) !== undefined

function Channels({ asked }: FilteredProps) {
  const all = useKnown(selectChannelGroups)
  const groups =
    asked === ''
      ? all
      : all
          .map((group) => ({ ...group, channels: group.channels.filter(({ name }) => fits(asked, name)) }))
          .filter(({ channels }) => channels.length > 0)
  const isOnlyRead = useKnown(isSpectator)
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
          <li>
            <a class="place place-more" href="#channels/new">
              {t('channels.new')}
            </a>
          </li>
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
  const [isFolded, setFolded] = useFolded(`channels ${group.key}`)
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
        name={name}
        isFolded={isFolded}
        onFold={() => setFolded(!isFolded)}
        count={isFolded ? sum : 0}
      />
      {(!isFolded || isFiltered) && (
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
          {group.more > 0 && (
            <li>
              <a class="place place-more" href="#channels/available">
                {t('places.more', { count: group.more })}
              </a>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

interface GroupHeadProps {
  readonly name: string
  readonly isFolded: boolean
  readonly onFold: () => void
  readonly count: number
  readonly children?: ComponentChildren
}

function GroupHead({ name, isFolded, onFold, count, children }: GroupHeadProps) {
  return (
    <div class="group-head">
      <h2>
        <button type="button" aria-expanded={!isFolded} onClick={onFold}>
          <span dir="auto">{name}</span>
          <Icon of={isFolded ? ChevronRight : ChevronDown} size={0.875} turns={isFolded} />
        </button>
      </h2>
      <Count of={count} />
      {children}
    </div>
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
  const { store } = useApp()
  const { state } = store.get()
  const address = addressFor(state, viewOfChannel(state, channel))
  const showsMuted = policy === countsOf.allChannels && channel.is_muted
  const count = policy === countsOf.none ? 0 : (unread?.count ?? 0) + (showsMuted ? (unread?.muted ?? 0) : 0)
  const names = ['place']
  if (channel.is_muted) names.push('place-muted')
  if ((unread?.count ?? 0) > 0) names.push('place-unread')
  return (
    <li>
      <a class={names.join(' ')} href={address} aria-current={isCurrent ? 'page' : undefined}>
        <ChannelSign channel={channel} />
        <span class="place-name" dir="auto">
          {channel.name}
        </span>
        <Count of={count} hasMention={unread?.hasMention ?? false} isQuiet={showsMuted} />
      </a>
    </li>
  )
})
