import { History, Inbox, MessageCircle } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { Count } from '#parts/count.tsx'
import { Icon } from '#parts/icon.tsx'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { QuietMark, WholeMenu } from '#screens/places/organization-menu.tsx'
import { addressFor } from '#state/addresses.ts'
import { channelById } from '#state/channels.ts'
import { peopleOf } from '#state/people.ts'
import { viewOfPlace } from '#state/place-of.ts'
import { selectUnreadCounts } from '#state/selectors.ts'
import { isSpectator } from '#state/spectator.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** The bar at the foot of a narrow screen: inbox, the last list, direct messages, oneself. Hidden while a conversation is open. */
export function FootBar() {
  const unread = useKnown((known) => selectUnreadCounts(known))
  // Places have no tab: each list has a button that leads to them.
  const current = useKnown(({ view, place }) => (view.kind === 'places' ? undefined : place.kind))
  const isOnlyRead = useKnown(isSpectator)
  if (isOnlyRead) return null
  return (
    <nav class="foot-bar" aria-label={t('shell.main')}>
      <Tab
        address="#inbox"
        icon={<Icon of={Inbox} size={size} />}
        name={t('places.inbox')}
        isCurrent={current === 'inbox'}
        count={unread.total}
      />
      <LastListTab isCurrent={current === 'recent' || current === 'channel'} />
      <Tab
        address="#narrow/is/dm"
        icon={<Icon of={MessageCircle} size={size} />}
        name={t('shell.direct')}
        isCurrent={current === 'direct'}
        count={unread.direct}
      />
      <OwnTab />
    </nav>
  )
}

/** The size of the icons, in rem. */
const size = 1.375

/** Leads to the list that was open last. */
function LastListTab({ isCurrent }: { readonly isCurrent: boolean }) {
  const list = useKnown(({ lastList }) => lastList)
  const channel = useKnown(({ state }) =>
    list.kind === 'channel' ? channelById(state, list.channelId) : undefined,
  )
  const address = useKnown(({ state }) => addressFor(state, viewOfPlace(channel ? list : { kind: 'recent' })))
  return (
    <Tab
      address={address}
      icon={channel ? <ChannelSign channel={channel} size={size} /> : <Icon of={History} size={size} />}
      name={channel?.name ?? t('places.recent')}
      isCurrent={isCurrent}
      count={0}
    />
  )
}

/** Opens the menu of what concerns the reader: profile, settings, appearance, signing out. */
function OwnTab() {
  const own = useKnown(({ state }) => peopleOf(state).get(state?.user_id ?? -1))
  const [anchor, setAnchor] = useState<HTMLElement>()
  return (
    <>
      <button
        type="button"
        class="foot-tab"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(anchor ? undefined : currentTarget)}
      >
        <span class="foot-icon">
          <PersonAvatar person={own} size={size} />
          <QuietMark />
        </span>
        <span class="foot-name">{t('shell.me')}</span>
      </button>
      {anchor && <WholeMenu label={t('shell.me')} anchor={anchor} onClose={() => setAnchor(undefined)} />}
    </>
  )
}

interface TabProps {
  readonly address: string
  readonly icon: ComponentChildren
  readonly name: string
  readonly isCurrent: boolean
  readonly count: number
}

function Tab({ address, icon, name, isCurrent, count }: TabProps) {
  return (
    <a class="foot-tab" href={address} aria-current={isCurrent ? 'page' : undefined}>
      <span class="foot-icon">
        {icon}
        <Count of={count} isLoud />
      </span>
      <span class="foot-name" dir="auto">
        {name}
      </span>
    </a>
  )
}
