import { type MessageView, viewOfTerms } from '@tagma/contract/address.ts'
import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import { ArrowLeft, Bell, BellOff, BellRing, Ellipsis } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { heardPolicy, isTopicMuted, setTopicPolicy, topicPolicy } from '#actions/set-topic-policy.ts'
import { useOffer } from '#keys/use-offer.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { IconButton } from '#parts/icon-button.tsx'
import { Icon } from '#parts/icon.tsx'
import { later, lazy } from '#parts/lazy.tsx'
import { memo } from '#parts/memo.ts'
import { MenuButton } from '#parts/menu/menu-button.tsx'
import type { MenuItem } from '#parts/menu/menu.tsx'
import { addressFor } from '#state/addresses.ts'
import { mainColumn } from '#state/beside.ts'
import { channelById } from '#state/channels.ts'
import { viewOfPlace } from '#state/place-of.ts'
import { isSpectator } from '#state/spectator.ts'
import { useApp, type App } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { titleOf } from './conversation-title.ts'
import type { Actor } from './message-rights.ts'
import { type TopicPlace, topicOf } from './topic-of.ts'

const DeleteTopicQuestion = lazy(
  async () => (await import('./delete-topic-question.tsx')).DeleteTopicQuestion,
)

const menu = later(() => import('./conversation-menu.ts'))

interface HeaderProps {
  readonly view: MessageView
  readonly actorOf: (channelId: number | undefined) => Actor
  /** Further buttons: the aside. */
  readonly children?: ComponentChildren
}

/** Says what is open: the heading of the column, and what can be done with it. */
export const ConversationHeader = memo(function ConversationHeader({ view, actorOf, children }: HeaderProps) {
  const app = useApp()
  const Heading = app.column.id === mainColumn ? 'h1' : 'h2'
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
  const entries = async () =>
    (await menu.get()).menuOf(app, view, actorOf(channelId), { onDelete: () => setDeleting(true) })
  useOffer(async () =>
    (await entries())
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
          <a class="conversation-channel" href={topics}>
            <ChannelSign channel={channel} size={0.9375} />
            <span dir="auto">{channel.name}</span>
          </a>
        )}
        <Heading class="conversation-title">
          {channel && !place && <ChannelSign channel={channel} />}
          <span dir="auto">{title}</span>
        </Heading>
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
