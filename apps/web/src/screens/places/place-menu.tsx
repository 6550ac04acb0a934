import { CheckCheck } from 'lucide'
import { useEffect, useState } from 'preact/hooks'
import { markNarrowsRead } from '#actions/mark-narrow.ts'
import { leaveChannel } from '#actions/set-subscription.ts'
import { LeaveQuestion } from '#parts/leave-question.tsx'
import { Menu, type MenuEntry } from '#parts/menu/menu.tsx'
import type { Point } from '#parts/menu/use-long-press.ts'
import { channelEntries } from '#screens/lists/channel-menu.tsx'
import type { Channel } from '#state/channels.ts'
import { narrowOf } from '#state/message-window.ts'
import { viewOfPlace } from '#state/place-of.ts'
import { selectChannelGroups, selectUnreadCounts } from '#state/selectors.ts'
import { type App, useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import type { PlaceTarget } from './use-place-menu.tsx'

interface PlaceMenuProps {
  readonly target: PlaceTarget
  readonly anchor: Element | Point
  readonly onClose: () => void
}

/** Shows what can be done with a channel, or with all that a section of places holds. */
export function PlaceMenu({ target, anchor, onClose }: PlaceMenuProps) {
  const app = useApp()
  const [leaving, setLeaving] = useState<Channel>()
  const [isOpen, setOpen] = useState(true)
  // A question may follow the choice.
  useEffect(() => {
    if (!isOpen && !leaving) onClose()
  }, [isOpen, leaving])
  if (leaving)
    return (
      <LeaveQuestion
        channel={leaving}
        onClose={onClose}
        onLeave={() => void leaveChannel(app, leaving, { mayReturn: false })}
      />
    )
  if (!isOpen) return null
  return (
    <Menu
      label={
        target.kind === 'channel'
          ? t('list.channel-menu')
          : t('places.view-actions-of', { name: target.name })
      }
      anchor={anchor}
      entries={
        target.kind === 'channel'
          ? channelEntries(app, target.channelId, setLeaving)
          : sectionEntries(app, target.key)
      }
      onClose={() => setOpen(false)}
    />
  )
}

function sectionEntries(app: App, key: string): readonly MenuEntry[] {
  const views = viewsWithUnread(app, key)
  const ownId = app.store.get().state?.user_id ?? -1
  return [
    {
      label: t('list.mark-read'),
      icon: CheckCheck,
      reason: views.length === 0 ? t('list.nothing-unread') : undefined,
      onChoose: () =>
        void markNarrowsRead(
          app,
          views.map((view) => narrowOf(view, ownId)),
        ),
    },
  ]
}

/** Returns the views of a section that have unread messages. */
function viewsWithUnread({ store }: App, key: string) {
  const known = store.get()
  const { direct, channels } = selectUnreadCounts(known)
  if (key === 'direct') {
    const view = viewOfPlace({ kind: 'direct' })
    return view.kind === 'search' && direct > 0 ? [view] : []
  }
  const group = selectChannelGroups(known).find((each) => each.key === key)
  return (group?.channels ?? []).flatMap(({ stream_id: channelId }) => {
    const { count = 0, muted = 0 } = channels.get(channelId) ?? {}
    return count + muted > 0 ? [{ kind: 'feed', channelId } as const] : []
  })
}
