import { type MessageView, viewOfTerms } from '@tagma/contract/address.ts'
import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import {
  ArrowLeft,
  Bell,
  BellOff,
  BellRing,
  Check,
  CheckCheck,
  Ellipsis,
  Link,
  MessageSquare,
  RotateCcw,
  Search,
  Trash,
} from 'lucide'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { shareLink, sharesLinks } from '#actions/copy-text.ts'
import { markNarrowRead } from '#actions/mark-narrow.ts'
import { setResolved } from '#actions/set-resolved.ts'
import { heardPolicy, isTopicMuted, setTopicPolicy, topicPolicy } from '#actions/set-topic-policy.ts'
import { useOffer } from '#keys/use-offer.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { IconButton } from '#parts/icon-button.tsx'
import { Icon } from '#parts/icon.tsx'
import { lazy } from '#parts/lazy.tsx'
import { MenuButton } from '#parts/menu/menu-button.tsx'
import type { MenuEntry, MenuItem } from '#parts/menu/menu.tsx'
import { memo } from '#parts/messages/memo.ts'
import { addressFor } from '#state/addresses.ts'
import { channelById } from '#state/channels.ts'
import { isResolved } from '#state/conversations.ts'
import { narrowOf, windowOf } from '#state/message-window.ts'
import { viewOfPlace } from '#state/place-of.ts'
import { isSpectator } from '#state/spectator.ts'
import { useApp, type App } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { titleOf } from './conversation-title.ts'
import { type Actor, deleteTopicReason, resolveReason } from './message-rights.ts'

const DeleteTopicQuestion = lazy(
  async () => (await import('./delete-topic-question.tsx')).DeleteTopicQuestion,
)

interface HeaderProps {
  readonly view: MessageView
  readonly actorOf: (channelId: number | undefined) => Actor
  /** Further buttons: the aside. */
  readonly children?: ComponentChildren
}

/** Says what is open: the heading of the page's main part, and what can be done with it. */
export const ConversationHeader = memo(function ConversationHeader({ view, actorOf, children }: HeaderProps) {
  const app = useApp()
  const title = useKnown(({ state }) => titleOf(state, view))
  const [isDeleting, setDeleting] = useState(false)
  const isOnlyRead = useKnown(isSpectator)
  const place = topicOf(view)
  const channelId = place?.channelId ?? (view.kind === 'feed' ? view.channelId : undefined)
  const channel = useKnown(({ state }) =>
    channelId === undefined ? undefined : channelById(state, channelId),
  )
  const list = useKnown(({ state, place: shown }) =>
    addressFor(state, shown.kind === 'search' ? viewOfTerms(shown.terms) : viewOfPlace(shown)),
  )
  const topics = useKnown(({ state }) =>
    channelId === undefined ? '' : addressFor(state, { kind: 'topics', channelId }),
  )
  const entries = () => menuOf(app, view, actorOf(channelId), () => setDeleting(true))
  useOffer(() =>
    entries()
      .filter((entry) => entry !== 'line' && !entry.checked)
      .map((entry) => ({ ...(entry as MenuItem), about: 'conversation' })),
  )
  return (
    <header class="conversation-header">
      <a class="button-icon back-button" data-back href={list} aria-label={t('conversation.back')}>
        <Icon of={ArrowLeft} turns />
      </a>
      <div class="conversation-names">
        {channel && place && (
          <a class="conversation-channel" href={topics} dir="auto">
            <ChannelSign channel={channel} size={0.9375} />
            <span>{channel.name}</span>
          </a>
        )}
        <h1 class="conversation-title" dir="auto">
          {channel && !place && <ChannelSign channel={channel} />}
          {title}
        </h1>
      </div>
      <div class="conversation-tools">
        {place && !isOnlyRead && <TopicTools place={place} app={app} />}
        {children}
        <MenuButton label={t('conversation.menu')} icon={Ellipsis} entries={entries} />
        {isDeleting && place && <DeleteTopicQuestion {...place} onClose={() => setDeleting(false)} />}
      </div>
    </header>
  )
})

interface TopicPlace {
  readonly channelId: number
  readonly topic: string
}

export function topicOf(view: MessageView): TopicPlace | undefined {
  return view.kind === 'conversation' && view.conversation.kind === 'topic' ? view.conversation : undefined
}

function TopicTools({ place, app }: { readonly place: TopicPlace; readonly app: App }) {
  const policy = useKnown(() => topicPolicy(app, place))
  const isFollowed = policy === visibilityPolicies.followed
  const isMuted = useKnown(() => isTopicMuted(app, place))
  const heard = useKnown(() => heardPolicy(app, place.channelId))
  const next = isMuted ? heard : isFollowed ? visibilityPolicies.inherit : visibilityPolicies.followed
  const label = t(
    isFollowed ? 'conversation.unfollow' : isMuted ? 'conversation.unmute' : 'conversation.follow',
  )
  return (
    <IconButton
      icon={isFollowed ? BellRing : isMuted ? BellOff : Bell}
      label={label}
      aria-pressed={isFollowed}
      onClick={() => void setTopicPolicy(app, place, next)}
    />
  )
}

function menuOf(app: App, view: MessageView, actor: Actor, onDelete: () => void): readonly MenuEntry[] {
  const place = topicOf(view)
  const { state, messages } = app.store.get()
  const narrow = narrowOf(view, state?.user_id ?? -1)
  const window = windowOf({ state, messages }, view)
  const lastId = window?.ids.at(-1)
  const markRead = {
    label: t('conversation.mark-read'),
    icon: CheckCheck,
    keys: 'Shift+E',
    onChoose: () => void markNarrowRead(app, narrow),
  }
  const copyLink = {
    label: t(sharesLinks() ? 'conversation.share-link' : 'conversation.copy-link'),
    icon: Link,
    onChoose: () => {
      const at = place && lastId !== undefined ? { at: { with: lastId } } : {}
      const link = new URL(addressFor(state, { ...view, ...at }), location.href).href
      void shareLink(app, link)
    },
  }
  const find = {
    label: t('find.name'),
    icon: Search,
    keys: 'Ctrl+F',
    onChoose: () => void app.commands.run('find'),
  }
  if (isSpectator(app.store.get())) return [find, copyLink]
  if (!place) return [find, markRead, copyLink]
  return [
    ...policyEntries(app, place),
    'line',
    {
      label: t(isResolved(place) ? 'conversation.reopen' : 'conversation.resolve'),
      icon: isResolved(place) ? RotateCcw : Check,
      keys: 'Shift+X',
      reason: resolveReason(actor) ?? (lastId === undefined ? t('conversation.no-messages') : undefined),
      onChoose: () => lastId !== undefined && void setResolved(app, place, lastId, !isResolved(place)),
    },
    find,
    markRead,
    copyLink,
    {
      label: t('conversation.open-feed'),
      icon: MessageSquare,
      keys: 's',
      onChoose: () => app.go(addressFor(state, { kind: 'feed', channelId: place.channelId })),
    },
    'line',
    {
      label: t('conversation.delete-topic'),
      icon: Trash,
      dangerous: true,
      reason: deleteTopicReason(actor),
      onChoose: onDelete,
    },
  ]
}

function policyEntries(app: App, place: TopicPlace): MenuEntry[] {
  const present = topicPolicy(app, place)
  const choices = [
    ['follow', visibilityPolicies.followed, BellRing],
    ['as-channel', visibilityPolicies.inherit, Bell],
    ['mute', visibilityPolicies.muted, BellOff],
  ] as const
  const unmute = ['unmute-here', visibilityPolicies.unmuted, Bell] as const
  const isMuted = heardPolicy(app, place.channelId) === visibilityPolicies.unmuted
  return [...choices, ...(isMuted ? [unmute] : [])].map(([name, policy, icon]) => ({
    label: t(`conversation.${name}`),
    icon,
    checked: policy === present,
    onChoose: () => void setTopicPolicy(app, place, policy),
  }))
}
