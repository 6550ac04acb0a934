import * as wire from '@tagma/contract/wire.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { applyOwn } from './apply-own.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

type Property = 'is_muted' | 'pin_to_top'

const texts = {
  is_muted: ['channels.now-unmuted', 'channels.now-muted'],
  pin_to_top: ['channels.now-unpinned', 'channels.now-pinned'],
} as const

/** Mutes a channel or pins it, or takes that back. It is shown at once, and can be undone. */
export async function changeSubscription(
  app: App,
  channelId: number,
  property: Property,
  value: boolean,
): Promise<void> {
  const channel = app.store.get().state?.subscriptions?.find(({ stream_id }) => stream_id === channelId)
  if (!channel) return
  const show = (shown: boolean) =>
    applyOwn(app, { type: 'subscription', op: 'update', stream_id: channelId, property, value: shown })
  show(value)
  try {
    await app.client.call(wire.updateSubscriptionSettings, {
      subscription_data: [{ stream_id: channelId, property, value }],
    })
    showToast(app, {
      name: 'subscription',
      kind: 'status',
      text: t(texts[property][value ? 1 : 0], { name: channel.name }),
      undo: () => void changeSubscription(app, channelId, property, !value),
    })
  } catch (error) {
    show(!value)
    showError(app, error)
  }
}
