import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import { Bell, BellOff, BellRing, Check, CheckCheck, Link, RotateCcw } from 'lucide'
import { useId } from 'preact/hooks'
import { shareLink, sharesLinks } from '#actions/copy-text.ts'
import { markNarrowRead } from '#actions/mark-narrow.ts'
import { setResolved } from '#actions/set-resolved.ts'
import { heardPolicy, setTopicPolicy } from '#actions/set-topic-policy.ts'
import { Menu, type MenuEntry } from '#parts/menu/menu.tsx'
import type { Point } from '#parts/menu/use-long-press.ts'
import { actorIn } from '#screens/conversation/actor.ts'
import { besideEntries, moveEntry } from '#screens/conversation/conversation-menu.ts'
import { resolveReason } from '#screens/conversation/message-rights.ts'
import { addressFor, viewOf } from '#state/addresses.ts'
import { type Conversation, isResolved } from '#state/conversations.ts'
import { destinationTitle } from '#state/destination-title.ts'
import { narrowOf } from '#state/message-window.ts'
import { type App, useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

interface RowMenuProps {
  readonly conversation: Conversation
  readonly anchor: Element | Point
  /** Called when a choice moves the row. */
  readonly onMove: () => void
  readonly onClose: () => void
}

/** Shows what can be done with a conversation of a list. */
export function RowMenu({ conversation, anchor, onMove, onClose }: RowMenuProps) {
  const app = useApp()
  const id = useId()
  const { channelId, topic, userIds = [] } = conversation
  const to =
    channelId === undefined
      ? ({ kind: 'people', userIds } as const)
      : ({ kind: 'topic', channelId, topic } as const)
  return (
    <Menu
      label={t('list.actions')}
      describedBy={id}
      // On a phone, the menu may cover its row.
      head={() => (
        <div id={id} class="menu-title" dir="auto">
          {destinationTitle(app.store.get().state, to)}
        </div>
      )}
      anchor={anchor}
      entries={entriesOf(app, conversation, onMove)}
      onClose={onClose}
    />
  )
}

function entriesOf(app: App, conversation: Conversation, onMove: () => void): readonly MenuEntry[] {
  const { channelId, topic, unread, lastId } = conversation
  const { state } = app.store.get()
  const ownId = state?.user_id ?? -1
  const view = viewOf(conversation, ownId)
  if (view.kind !== 'conversation') return []
  const markRead: MenuEntry = {
    label: t('list.mark-read'),
    icon: CheckCheck,
    reason: unread === 0 ? t('list.nothing-unread') : undefined,
    onChoose: () => void markNarrowRead(app, narrowOf(view, ownId)),
  }
  const copyLink: MenuEntry = {
    label: t(sharesLinks() ? 'conversation.share-link' : 'conversation.copy-link'),
    icon: Link,
    onChoose: () => {
      const at = channelId === undefined ? {} : { at: { with: lastId } }
      const { href } = new URL(addressFor(state, { ...view, ...at }), location.href)
      void shareLink(app, href)
    },
  }
  const beside = besideEntries(app, view)
  if (channelId === undefined) return [markRead, copyLink, ...beside]
  const place = { channelId, topic }
  const isDone = isResolved(conversation)
  const resolve: MenuEntry = {
    label: t(isDone ? 'conversation.reopen' : 'conversation.resolve'),
    icon: isDone ? RotateCcw : Check,
    reason: resolveReason(actorIn(app, channelId)),
    onChoose() {
      onMove()
      void setResolved(app, place, lastId, !isDone)
    },
  }
  const move = moveEntry(app, actorIn(app, channelId), place, lastId > 0 ? lastId : undefined)
  return [markRead, ...policyEntries(app, place, conversation), resolve, move, copyLink, ...beside]
}

function policyEntries(
  app: App,
  place: { readonly channelId: number; readonly topic: string },
  { isFollowed, isMuted }: Conversation,
): readonly MenuEntry[] {
  const { inherit, muted, followed } = visibilityPolicies
  const set = (policy: 0 | 1 | 2 | 3) => () => void setTopicPolicy(app, place, policy)
  return [
    {
      label: t(isFollowed ? 'conversation.unfollow' : 'conversation.follow'),
      icon: isFollowed ? Bell : BellRing,
      onChoose: set(isFollowed ? inherit : followed),
    },
    {
      label: t(isMuted ? 'conversation.unmute' : 'conversation.mute'),
      icon: isMuted ? Bell : BellOff,
      onChoose: set(isMuted ? heardPolicy(app, place.channelId) : muted),
    },
  ]
}
