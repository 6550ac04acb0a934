import type { MessageView } from '@tagma/contract/address.ts'
import { AtSign, Bell, BellOff, Check, ChevronRight, type IconNode } from 'lucide'
import { isTopicMuted } from '#actions/set-topic-policy.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { Icon } from '#parts/icon.tsx'
import { titleOf } from '#screens/conversation/conversation-title.ts'
import { addressFor } from '#state/addresses.ts'
import type { Card } from '#state/catch-up.ts'
import { channelById } from '#state/channels.ts'
import { isResolved } from '#state/conversations.ts'
import { selectInboxFolders } from '#state/selectors.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { isFollowed, topicOf } from './decide.ts'

interface CardHeadProps {
  readonly id: string
  readonly card: Card
  readonly view: MessageView
}

/** Says which conversation a card is, why it comes where it comes, and how much is unread. */
export function CardHead({ id, card, view }: CardHeadProps) {
  const app = useApp()
  const { channelId } = card
  const topic = topicOf(card)
  const title = useKnown(({ state }) => titleOf(state, view))
  const address = useKnown(({ state }) => addressFor(state, view))
  const channel = useKnown(({ state }) =>
    channelId === undefined ? undefined : channelById(state, channelId),
  )
  const folder = useKnown((known) =>
    channelId === undefined ? undefined : selectInboxFolders(known).get(channelId),
  )
  const hasFollowed = useKnown(() => topic !== undefined && isFollowed(app, topic))
  const isMuted = useKnown(() => topic !== undefined && isTopicMuted(app, topic))
  return (
    <header class="catch-up-head">
      {channel ? (
        <p class="catch-up-channel">
          {folder !== undefined && (
            <>
              <span dir="auto">{folder}</span>
              <Icon of={ChevronRight} size={0.75} turns />
            </>
          )}
          <ChannelSign channel={channel} size={0.875} />
          <span dir="auto">{channel.name}</span>
        </p>
      ) : (
        <p class="catch-up-channel">{t('catch-up.direct')}</p>
      )}
      <h2 id={id} dir="auto">
        <a href={address}>{title}</a>
      </h2>
      <p class="catch-up-marks">
        <span>{t('catch-up.unread', { count: card.unreadIds.length })}</span>
        {topic && card.hasMention && <Mark icon={AtSign} text={t('catch-up.mention')} isLoud />}
        {hasFollowed && <Mark icon={Bell} text={t('list.followed')} />}
        {isMuted && <Mark icon={BellOff} text={t('list.muted')} />}
        {isResolved(card) && <Mark icon={Check} text={t('list.resolved')} />}
      </p>
    </header>
  )
}

interface MarkProps {
  readonly icon: IconNode
  readonly text: string
  readonly isLoud?: boolean
}

const Mark = ({ icon, text, isLoud = false }: MarkProps) => (
  <span class={isLoud ? 'catch-up-mark catch-up-mark-loud' : 'catch-up-mark'}>
    <Icon of={icon} size={0.75} />
    {text}
  </span>
)
