import * as wire from '@tagma/contract/wire.ts'
import type { State } from '@tagma/sync/state.ts'
import type { Channel } from '#state/channels.ts'
import type { App } from '#state/use-app.ts'
import { usualSubscription } from '#state/usual-subscription.ts'
import { t } from '#words/words.ts'
import { applyOwn } from './apply-own.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

/** Joins a channel. It is shown at once, and can be undone. */
export async function joinChannel(app: App, channel: Channel): Promise<void> {
  const subscriber_count = channel.subscriber_count + 1
  add(app, { ...usualSubscription, ...channel, subscriber_count })
  try {
    await app.client.call(wire.subscribe, { subscriptions: [{ name: channel.name }] })
    showToast(app, {
      name: 'subscription',
      kind: 'status',
      text: t('channels.joined', { name: channel.name }),
      undo: () => void leaveChannel(app, { ...channel, subscriber_count }, { mayReturn: true }),
    })
  } catch (error) {
    remove(app, channel)
    showError(app, error)
  }
}

interface LeaveOptions {
  /** Whether the user may join again by themselves: else it cannot be undone. */
  readonly mayReturn: boolean
}

/** Leaves a channel. It is shown at once. */
export async function leaveChannel(app: App, channel: Channel, { mayReturn }: LeaveOptions): Promise<void> {
  const unread = app.store.get().state?.unread_msgs
  remove(app, channel)
  try {
    await app.client.call(wire.unsubscribe, { subscriptions: [channel.name] })
    showToast(app, {
      name: 'subscription',
      kind: 'status',
      text: t('channels.left', { name: channel.name }),
      ...(mayReturn
        ? {
            undo: () => void joinChannel(app, { ...channel, subscriber_count: channel.subscriber_count - 1 }),
          }
        : {}),
    })
  } catch (error) {
    add(app, { ...usualSubscription, ...channel })
    if (unread) takeBackUnread(app, unread, channel.stream_id)
    showError(app, error)
  }
}

const add = (app: App, channel: object) =>
  applyOwn(app, { type: 'subscription', op: 'add', subscriptions: [channel] })

const remove = (app: App, { stream_id, name }: Channel) =>
  applyOwn(app, { type: 'subscription', op: 'remove', subscriptions: [{ stream_id, name }] })

/** Leaving forgets what was unread in a channel. */
function takeBackUnread({ store }: App, before: NonNullable<State['unread_msgs']>, channelId: number): void {
  const { state } = store.get()
  if (!state?.unread_msgs) return
  const now = state.unread_msgs
  const groups = before.streams.filter(({ stream_id }) => stream_id === channelId)
  const ids = new Set(groups.flatMap(({ unread_message_ids }) => unread_message_ids))
  const mentions = before.mentions.filter((id) => ids.has(id))
  store.set({
    state: {
      ...state,
      unread_msgs: {
        ...now,
        count: now.count + ids.size,
        streams: [...now.streams.filter(({ stream_id }) => stream_id !== channelId), ...groups],
        mentions: [...new Set([...now.mentions, ...mentions])].toSorted((a, b) => a - b),
      },
    },
  })
}
