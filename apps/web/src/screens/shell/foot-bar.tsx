import { Inbox, List, Menu, MessageCircle } from 'lucide'
import type { IconNode } from 'lucide'
import { Count } from '#parts/count.tsx'
import { Icon } from '#parts/icon.tsx'
import { addressFor } from '#state/addresses.ts'
import { selectUnreadCounts } from '#state/selectors.ts'
import { isSpectator } from '#state/spectator.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** The bar at the foot of a narrow screen. It is hidden while a conversation is open. */
export function FootBar() {
  const unread = useKnown((known) => selectUnreadCounts(known))
  // The place stays while one looks at all of them.
  const current = useKnown(({ view, place }) => (view.kind === 'places' ? 'places' : place.kind))
  const channel = useKnown(({ state, lastChannel }) =>
    lastChannel === undefined ? '#recent' : addressFor(state, { kind: 'topics', channelId: lastChannel }),
  )
  const isOnlyRead = useKnown(isSpectator)
  if (isOnlyRead) return null
  return (
    <nav class="foot-bar" aria-label={t('shell.main')}>
      <Tab
        address="#places"
        icon={Menu}
        name={t('shell.places')}
        isCurrent={current === 'places'}
        count={0}
      />
      <Tab
        address="#inbox"
        icon={Inbox}
        name={t('places.inbox')}
        isCurrent={current === 'inbox'}
        count={unread.total}
      />
      <Tab address={channel} icon={List} name={t('shell.list')} isCurrent={current === 'channel'} count={0} />
      <Tab
        address="#narrow/is/dm"
        icon={MessageCircle}
        name={t('shell.direct')}
        isCurrent={current === 'direct'}
        count={unread.direct}
      />
    </nav>
  )
}

interface TabProps {
  readonly address: string
  readonly icon: IconNode
  readonly name: string
  readonly isCurrent: boolean
  readonly count: number
}

function Tab({ address, icon, name, isCurrent, count }: TabProps) {
  return (
    <a class="foot-tab" href={address} aria-current={isCurrent ? 'page' : undefined}>
      <span class="foot-icon">
        <Icon of={icon} size={1.375} />
        <Count of={count} isLoud />
      </span>
      <span>{name}</span>
    </a>
  )
}
