import * as wire from '@tagma/contract/wire.ts'
import { channelById } from '#state/channels.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { applyOwn } from './apply-own.ts'
import type { OwnProperty } from './change-own-channel.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

/** The reader's own settings of a channel that are on or off. */
type OwnSwitches = Readonly<Partial<Record<Exclude<OwnProperty, 'color'>, boolean>>>

/**
 * Changes several of the reader's own settings of a channel in one call. They are shown at once, taken back if the server
 * refuses, and can be undone. Resolves with whether the server took them.
 */
export async function switchOwnChannel(
  app: App,
  channelId: number,
  values: OwnSwitches,
  before: OwnSwitches,
): Promise<boolean> {
  const show = (shown: OwnSwitches) => {
    for (const [property, value] of Object.entries(shown))
      applyOwn(app, { type: 'subscription', op: 'update', stream_id: channelId, property, value })
  }
  show(values)
  try {
    await app.client.call(wire.updateSubscriptionSettings, {
      subscription_data: Object.entries(values).map(([property, value]) => ({
        stream_id: channelId,
        property: property as OwnProperty,
        value,
      })),
    })
  } catch (error) {
    show(before)
    showError(app, error)
    return false
  }
  showToast(app, {
    name: 'channel',
    kind: 'status',
    text: t('settings.told.saved', { name: channelById(app.store.get().state, channelId)?.name ?? '' }),
    undo: () => void switchOwnChannel(app, channelId, before, values),
  })
  return true
}
