import { ChevronDown, ChevronRight, Plus, Search } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { openChannel } from '#actions/open-channel.ts'
import { useCommand } from '#keys/use-command.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { fitOf, folded } from '#parts/completion/match.ts'
import { Count } from '#parts/count.tsx'
import { useGrowing } from '#parts/growing/use-growing.tsx'
import { Icon } from '#parts/icon.tsx'
import { lazy } from '#parts/lazy.tsx'
import { memo } from '#parts/memo.ts'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { PresenceDot } from '#parts/presence-dot.tsx'
import { useNarrow } from '#parts/use-narrow.ts'
import { Separator } from '#screens/shell/separator.tsx'
import { addressFor, conversationKeyOf, viewOf } from '#state/addresses.ts'
import { type ChannelGroup, hasChannels, type Subscription } from '#state/channel-groups.ts'
import { type Conversation, newestFirst } from '#state/conversations.ts'
import { mayCreateChannels } from '#state/may-create-channels.ts'
import { namesOf, peopleOf } from '#state/people.ts'
import { remember } from '#state/remember.ts'
import { selectChannelGroups, selectConversations, selectUnreadCounts } from '#state/selectors.ts'
import { isSpectator } from '#state/spectator.ts'
import { viewOfChannel } from '#state/topics-policy.ts'
import type { ChannelUnread } from '#state/unread-counts.ts'
import { useApp } from '#state/use-app.ts'
import { useFolded } from '#state/use-folded.ts'
import { useKnown } from '#state/use-known.ts'
import { learn, t } from '#words/words.ts'
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

/** People that places show before "all", and that fit letters: more stand in the list of direct messages. */
const shownPeople = 8
const mostFound = 30

const directConversations = remember((conversations: readonly Conversation[]) =>
  conversations
    .filter(({ userIds }) => userIds !== undefined)
    .toSorted((a, b) => Number(b.unread > 0) - Number(a.unread > 0) || newestFirst(a, b)),
)

interface FilteredProps {
  /** Letters that names have to fit, folded; empty for all. */
  readonly asked: string
}

function DirectMessages({ asked }: FilteredProps) {
  const conversations = useKnown((known) => directConversations(selectConversations(known)))
  const people = useKnown(({ state }) => peopleOf(state))
  const shown =
    asked === ''
      ? conversations.slice(0, shownPeople)
      : conversations.filter(({ userIds = [] }) => fits(asked, nameOf(userIds, people))).slice(0, mostFound)
  const unread = useKnown((known) => selectUnreadCounts(known).direct)
  const [isTurned, setFolded] = useFolded('direct')
  const isFolded = isTurned && asked === ''
  if (asked !== '' && shown.length === 0) return null
  return (
    <section class="places-group">
      <GroupHead
        section="direct"
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
          {asked === '' && conversations.length >= shownPeople && (
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
  const isCurrent = useKnown(({ main }) => conversationKeyOf(main, ownId) === key)
  const [only] = userIds
  const name = nameOf(userIds, people)
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

const nameOf = (userIds: readonly number[], people: ReturnType<typeof peopleOf>): string =>
  userIds.length === 0 ? t('places.notes') : namesOf(userIds, people, t('people.unknown')).join(', ')

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
                href={isEmpty ? `#channels/folders/${group.key}/new` : '#channels/available'}
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

interface GroupHeadProps {
  /** The key of the section. */
  readonly section: string
  readonly name: string
  readonly isFolded: boolean
  readonly onFold: () => void
  /** Unread messages of a folded group. Shown to people who want sums. */
  readonly count: number
  readonly children?: ComponentChildren
}

function GroupHead({ section, name, isFolded, onFold, count, children }: GroupHeadProps) {
  const isSummed = useKnown(
    ({ state }) => state?.user_settings?.web_left_sidebar_unreads_count_summary ?? true,
  )
  return (
    <div class="group-head" data-section={section}>
      <h2>
        <button type="button" aria-expanded={!isFolded} onClick={onFold}>
          <span dir="auto">{name}</span>
          <Icon of={isFolded ? ChevronRight : ChevronDown} size={0.875} turns={isFolded} />
        </button>
      </h2>
      <Count of={isSummed ? count : 0} />
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
