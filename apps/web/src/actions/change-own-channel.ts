import * as wire from '@tagma/contract/wire.ts'
import { channelById } from '#state/channels.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { applyOwn } from './apply-own.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

/** Settings of a channel that one has for oneself. */
export type OwnProperty =
  | 'color'
  | 'pin_to_top'
  | 'is_muted'
  | 'desktop_notifications'
  | 'audible_notifications'
  | 'push_notifications'
  | 'email_notifications'
  | 'wildcard_mentions_notify'

/** Changes what a channel is to oneself. It is shown at once, taken back if the server refuses, and can be undone. */
export async function changeOwnChannel(
  app: App,
  channelId: number,
  property: OwnProperty,
  value: boolean | string,
  before: boolean | string,
): Promise<void> {
  const show = (shown: boolean | string) =>
    applyOwn(app, { type: 'subscription', op: 'update', stream_id: channelId, property, value: shown })
  show(value)
  try {
    await app.client.call(wire.updateSubscriptionSettings, {
      subscription_data: [{ stream_id: channelId, property, value }],
    })
    showToast(app, {
      name: 'channel',
      kind: 'status',
      text: t('channel.saved', { name: channelById(app.store.get().state, channelId)?.name ?? '' }),
      undo: () => void changeOwnChannel(app, channelId, property, before, value),
    })
  } catch (error) {
    show(before)
    showError(app, error)
  }
}
