import type { Message } from '@tagma/sync/messages/message.ts'
import { othersOf } from '@tagma/sync/messages/message.ts'
import { CheckCheck, Ellipsis, Reply } from 'lucide'
import { markNarrowRead } from '#actions/mark-narrow.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { IconButton } from '#parts/icon-button.tsx'
import { Icon } from '#parts/icon.tsx'
import { later } from '#parts/lazy.tsx'
import { MenuButton } from '#parts/menu/menu-button.tsx'
import { addressFor, viewOf } from '#state/addresses.ts'
import { channelById } from '#state/channels.ts'
import { narrowOf } from '#state/message-window.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { actorIn } from './actor.ts'
import { namesOf, topicName } from './conversation-title.ts'

const menu = later(() => import('./conversation-menu.ts'))

/** Stands above the messages of one conversation in a feed: names it, and leads to it. */
export function FeedBar({ message }: { readonly message: Message }) {
  const app = useApp()
  const ownId = useKnown(({ state }) => state?.user_id ?? -1)
  const channel = useKnown(({ state }) =>
    message.stream_id === undefined ? undefined : channelById(state, message.stream_id),
  )
  const { state } = app.store.get()
  const userIds = othersOf(message, ownId)
  const view = viewOf(
    { channelId: message.stream_id, topic: message.subject, userIds: channel ? undefined : userIds },
    ownId,
  )
  const address = addressFor(
    state,
    view.kind === 'conversation' ? { ...view, at: { near: message.id } } : view,
  )
  const title = channel ? topicName(state, message.subject) : namesOf(state, userIds)
  return (
    <div class="feed-bar">
      <a class="feed-bar-name" href={address} dir="auto">
        {channel && (
          <>
            <ChannelSign channel={channel} size={0.9375} />
            <span class="feed-bar-channel">{channel.name}</span>
            <span aria-hidden="true">›</span>
          </>
        )}
        <strong>{title}</strong>
      </a>
      <IconButton
        icon={CheckCheck}
        size={1}
        label={t('conversation.mark-read')}
        onClick={() => view.kind === 'conversation' && void markNarrowRead(app, narrowOf(view, ownId))}
      />
      <a class="button feed-bar-reply" href={address} aria-label={t('conversation.reply')}>
        <Icon of={Reply} size={1} turns />
        <span>{t('conversation.reply')}</span>
      </a>
      <MenuButton
        label={t('conversation.menu')}
        icon={Ellipsis}
        entries={async () =>
          view.kind === 'conversation'
            ? (await menu.get()).menuOf(app, view, actorIn(app, message.stream_id), { messageId: message.id })
            : []
        }
      />
    </div>
  )
}
