import {
  Bell,
  BellOff,
  CheckCheck,
  Ellipsis,
  Link,
  LogOut,
  MessageSquare,
  Pin,
  PinOff,
  Plus,
  Settings,
  ShieldQuestionMark,
} from 'lucide'
import { useState } from 'preact/hooks'
import { changeSubscription } from '#actions/change-subscription.ts'
import { copyAndTell } from '#actions/copy-text.ts'
import { markNarrowRead } from '#actions/mark-narrow.ts'
import { joinChannel, leaveChannel } from '#actions/set-subscription.ts'
import { LeaveQuestion } from '#parts/leave-question.tsx'
import { MenuButton } from '#parts/menu/menu-button.tsx'
import type { MenuEntry } from '#parts/menu/menu.tsx'
import { addressFor } from '#state/addresses.ts'
import { type Channel, channelById } from '#state/channels.ts'
import { mayReturn } from '#state/may-return.ts'
import { narrowOf } from '#state/message-window.ts'
import { type App, useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

/** The menu of the channel whose topics are listed. */
export function ChannelMenu({ channelId }: { readonly channelId: number }) {
  const app = useApp()
  const [leaving, setLeaving] = useState<Channel>()
  return (
    <>
      <MenuButton
        label={t('list.channel-menu')}
        icon={Ellipsis}
        entries={() => channelEntries(app, channelId, setLeaving)}
      />
      {leaving && (
        <LeaveQuestion
          channel={leaving}
          onClose={() => setLeaving(undefined)}
          onLeave={() => void leaveChannel(app, leaving, { mayReturn: false })}
        />
      )}
    </>
  )
}

/** Returns what can be done with a channel. `ask` is called before one leaves a channel without a way back. */
export function channelEntries(
  app: App,
  channelId: number,
  ask: (channel: Channel) => void,
): readonly MenuEntry[] {
  const { state } = app.store.get()
  const channel = channelById(state, channelId)
  if (!channel) return []
  const feed = { kind: 'feed', channelId } as const
  const own = state?.subscriptions?.find(({ stream_id }) => stream_id === channelId)
  const leave = () => {
    if (mayReturn(state, channel)) void leaveChannel(app, channel, { mayReturn: true })
    else ask(channel)
  }
  return [
    {
      label: t('conversation.open-feed'),
      icon: MessageSquare,
      onChoose: () => app.go(addressFor(state, feed)),
    },
    {
      label: t('conversation.mark-read'),
      icon: CheckCheck,
      onChoose: () => void markNarrowRead(app, narrowOf(feed, state?.user_id ?? -1)),
    },
    {
      label: t('conversation.copy-link'),
      icon: Link,
      onChoose: () =>
        void copyAndTell(
          app,
          new URL(addressFor(state, { kind: 'topics', channelId }), location.href).href,
          t('conversation.link-copied'),
        ),
    },
    {
      label: t('channels.settings'),
      icon: Settings,
      onChoose: () => app.go(addressFor(state, { kind: 'channel', channelId, page: 'general' })),
    },
    {
      label: t('who.rights'),
      icon: ShieldQuestionMark,
      onChoose: () =>
        app.go(addressFor(state, { kind: 'rights', place: { kind: 'channel', channelId }, of: 'me' })),
    },
    'line',
    ...(own
      ? [
          {
            label: t(own.is_muted ? 'channels.unmute' : 'channels.mute'),
            icon: own.is_muted ? Bell : BellOff,
            onChoose: () => void changeSubscription(app, channelId, 'is_muted', !own.is_muted),
          },
          {
            label: t(own.pin_to_top ? 'channels.unpin' : 'channels.pin'),
            icon: own.pin_to_top ? PinOff : Pin,
            onChoose: () => void changeSubscription(app, channelId, 'pin_to_top', !own.pin_to_top),
          },
          { label: t('channels.leave'), icon: LogOut, turns: true, onChoose: leave },
        ]
      : [{ label: t('channels.join'), icon: Plus, onChoose: () => void joinChannel(app, channel) }]),
  ]
}
