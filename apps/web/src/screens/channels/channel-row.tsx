import { MessageSquare, Users } from 'lucide'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { Icon } from '#parts/icon.tsx'
import { addressFor } from '#state/addresses.ts'
import type { Channel } from '#state/channels.ts'
import { snippetOf } from '#state/snippet.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

interface ChannelRowProps {
  readonly channel: Channel
  readonly isIn: boolean
  /** Whether the user may read it: only then it can be opened and joined. */
  readonly mayRead: boolean
  readonly folder: string | undefined
  readonly onToggle: () => void
}

/** A channel in the list of channels, with the button to join or leave it. */
export function ChannelRow({ channel, isIn, mayRead, folder, onToggle }: ChannelRowProps) {
  const { stream_id: channelId, name, subscriber_count, stream_weekly_traffic: traffic } = channel
  const address = useKnown(({ state }) => addressFor(state, { kind: 'topics', channelId }))
  const description = snippetOf(channel.rendered_description)
  const text = (
    <>
      <span class="channel-name">
        <ChannelSign channel={channel} />
        <span dir="auto">{name}</span>
      </span>
      {description !== '' && (
        <span class="channel-about" dir="auto">
          {description}
        </span>
      )}
      <span class="channel-facts">
        <span>
          <Icon of={Users} size={0.875} /> {t('channels.people', { count: subscriber_count })}
        </span>
        {traffic !== null && (
          <span>
            <Icon of={MessageSquare} size={0.875} /> {t('channels.traffic', { count: traffic })}
          </span>
        )}
        {folder !== undefined && <span dir="auto">{folder}</span>}
        {channel.is_archived && <span>{t('channels.archived')}</span>}
      </span>
    </>
  )
  return (
    <li class="channel-row" data-channel={channelId}>
      {mayRead ? (
        <a class="channel-main" href={address}>
          {text}
        </a>
      ) : (
        <div class="channel-main">{text}</div>
      )}
      {mayRead ? (
        <button
          type="button"
          class={isIn ? 'button channel-leave' : 'button'}
          aria-label={t(isIn ? 'channels.leave-named' : 'channels.join-named', { name })}
          onClick={onToggle}
        >
          {t(isIn ? 'channels.leave' : 'channels.join')}
        </button>
      ) : (
        <p class="channel-closed">{t('channels.ask')}</p>
      )}
    </li>
  )
}
