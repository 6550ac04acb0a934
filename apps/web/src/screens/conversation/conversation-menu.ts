import type { MessageView, View } from '@tagma/contract/address.ts'
import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import {
  Bell,
  BellOff,
  BellRing,
  CalendarDays,
  Check,
  CheckCheck,
  Link,
  MessageSquare,
  MoveRight,
  PanelLeft,
  PanelRightOpen,
  RotateCcw,
  Search,
  Trash,
} from 'lucide'
import { shareLink, sharesLinks } from '#actions/copy-text.ts'
import { markNarrowRead } from '#actions/mark-narrow.ts'
import { setResolved } from '#actions/set-resolved.ts'
import { heardPolicy, setTopicPolicy, topicPolicy } from '#actions/set-topic-policy.ts'
import { bringToMain, openBeside, roomBeside } from '#actions/stand-beside.ts'
import type { MenuEntry, MenuItem } from '#parts/menu/menu.tsx'
import { addressFor } from '#state/addresses.ts'
import { mainColumn, withoutAt } from '#state/beside.ts'
import { isResolved } from '#state/conversations.ts'
import { narrowOf, windowOf } from '#state/message-window.ts'
import { isSpectator } from '#state/spectator.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { type Actor, deleteTopicReason, outReason, resolveReason, withinReason } from './message-rights.ts'
import { type TopicPlace, topicOf } from './topic-of.ts'

interface MenuOptions {
  /** Asks before a topic is deleted. Without it, the menu does not offer that. */
  readonly onDelete?: () => void
  /** A message of the conversation, where none of its list is known. */
  readonly messageId?: number
}

/** Returns the entries of the menu of a conversation, a feed or a search. */
export function menuOf(
  app: App,
  view: MessageView,
  actor: Actor,
  { onDelete, messageId }: MenuOptions,
): readonly MenuEntry[] {
  const place = topicOf(view)
  const { state, messages } = app.store.get()
  const narrow = narrowOf(view, state?.user_id ?? -1)
  const lastId = windowOf({ state, messages }, view)?.ids.at(-1) ?? messageId
  const markRead: MenuItem = {
    label: t('conversation.mark-read'),
    command: 'palette.mark-read',
    icon: CheckCheck,
    keys: 'Shift+E',
    onChoose: () => void markNarrowRead(app, narrow),
  }
  const copyLink: MenuItem = {
    label: t(sharesLinks() ? 'conversation.share-link' : 'conversation.copy-link'),
    command: sharesLinks() ? 'palette.share-page' : 'palette.copy-page',
    icon: Link,
    onChoose: () => {
      const at = place && lastId !== undefined ? { at: { with: lastId } } : {}
      const link = new URL(addressFor(state, { ...view, ...at }), location.href).href
      void shareLink(app, link)
    },
  }
  const find: MenuItem = {
    label: t('find.name'),
    command: 'palette.find',
    icon: Search,
    keys: 'Ctrl+F',
    onChoose: () => void app.commands.run('find'),
  }
  const goToDay: MenuItem = {
    label: t('conversation.go-to-day'),
    command: 'palette.go-to-day',
    icon: CalendarDays,
    onChoose: () => void app.commands.run('goToDay'),
  }
  const beside = besideEntries(app, view)
  const isVisitor = isSpectator(app.store.get())
  if (isVisitor || !place) return [find, goToDay, ...(isVisitor ? [] : [markRead]), copyLink, ...beside]
  return [
    ...policyEntries(app, place),
    'line',
    {
      label: t(isResolved(place) ? 'conversation.reopen' : 'conversation.resolve'),
      command: isResolved(place) ? 'palette.reopen' : 'palette.resolve',
      icon: isResolved(place) ? RotateCcw : Check,
      keys: 'Shift+X',
      reason: resolveReason(actor) ?? (lastId === undefined ? t('conversation.no-messages') : undefined),
      onChoose: () => lastId !== undefined && void setResolved(app, place, lastId, !isResolved(place)),
    },
    moveEntry(app, actor, place, lastId),
    find,
    goToDay,
    markRead,
    copyLink,
    ...beside,
    {
      label: t('conversation.open-feed'),
      command: 'palette.open-feed',
      icon: MessageSquare,
      keys: 's',
      onChoose: () => app.go(addressFor(state, { kind: 'feed', channelId: place.channelId })),
    },
    ...(onDelete ? deleteEntries(actor, onDelete) : []),
  ]
}

/** Opens a conversation beside the main column, or in it if it stands beside. */
export function besideEntries(app: App, view: View): readonly MenuEntry[] {
  if (view.kind !== 'conversation' || roomBeside() === 0) return []
  const { id } = app.column
  const isBeside = id !== mainColumn
  return [
    {
      label: t(isBeside ? 'conversation.open-in-main' : 'conversation.open-beside'),
      command: isBeside ? 'palette.open-in-main' : 'palette.open-beside',
      icon: isBeside ? PanelLeft : PanelRightOpen,
      turns: true,
      keys: 'B',
      onChoose: () => (isBeside ? bringToMain(app, id) : openBeside(app, withoutAt(view))),
    },
  ]
}

/** Moves, renames or merges a topic. */
export function moveEntry(
  app: App,
  actor: Actor,
  { channelId, topic }: TopicPlace,
  lastId: number | undefined,
): MenuEntry {
  const reason = withinReason(actor) && outReason(actor) ? withinReason(actor) : undefined
  return {
    label: t('conversation.move'),
    command: 'palette.move-topic',
    icon: MoveRight,
    turns: true,
    reason: reason ?? (lastId === undefined ? t('conversation.no-messages') : undefined),
    onChoose() {
      if (lastId === undefined) return
      const message = { id: lastId, stream_id: channelId, subject: topic }
      app.store.set({ moving: { message, mode: 'change_all' } })
    },
  }
}

const deleteEntries = (actor: Actor, onChoose: () => void): readonly MenuEntry[] => [
  'line',
  {
    label: t('conversation.delete-topic'),
    command: 'palette.delete-topic',
    icon: Trash,
    dangerous: true,
    reason: deleteTopicReason(actor),
    onChoose,
  },
]

function policyEntries(app: App, place: TopicPlace): MenuItem[] {
  const present = topicPolicy(app, place)
  const { followed, inherit, muted, unmuted } = visibilityPolicies
  const isMuted = heardPolicy(app, place.channelId) === unmuted
  // As a command, it says what it changes.
  const asChannel =
    present === followed ? 'unfollow' : present === muted && !isMuted ? 'unmute' : 'as-channel'
  const choices = [
    ['follow', 'follow', followed, BellRing],
    ['as-channel', asChannel, inherit, Bell],
    ['mute', 'mute', muted, BellOff],
  ] as const
  const unmute = ['unmute-here', 'unmute-here', unmuted, Bell] as const
  return [...choices, ...(isMuted ? [unmute] : [])].map(([name, command, policy, icon]) => ({
    label: t(`conversation.${name}`),
    command: `palette.${command}`,
    icon,
    checked: policy === present,
    onChoose: () => void setTopicPolicy(app, place, policy),
  }))
}
