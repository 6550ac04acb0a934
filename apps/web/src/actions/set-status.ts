import * as wire from '@tagma/contract/wire.ts'
import type { KeptStatusEnd } from '#state/device.ts'
import { isSameStatus, noStatus, type OwnStatus, ownStatus, statusFrom } from '#state/own-status.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { applyOwn } from './apply-own.ts'
import { keepForLater } from './keep-for-later.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'
import { statusArgs, statusEvent } from './status-event.ts'

/**
 * Sets the reader's status; without a network, the server learns of it later. `until` is the time at which this device takes
 * the status away, in milliseconds since 1970; undefined: it stays. Rejects with the server's error.
 */
export async function setStatus(app: App, status: OwnStatus, until: number | undefined): Promise<void> {
  const before = ownStatus(app.store.get())
  const endBefore = app.store.get().device.statusEnd
  await tellStatus(app, status)
  keepEnd(app, until === undefined ? undefined : { at: until, status })
  showToast(app, {
    name: 'status',
    kind: 'status',
    text: t(isSameStatus(status, noStatus) ? 'status.gone' : 'status.set'),
    undo: () => void setStatus(app, before, endBefore?.at).catch((error: unknown) => showError(app, error)),
  })
}

/** Takes the status away whose time is over, unless another one has come meanwhile. Rejects with the server's error. */
export async function endStatus(app: App): Promise<void> {
  const { device } = app.store.get()
  const end = device.statusEnd
  if (!end || end.at > app.clock.now()) return
  // Events may have been missed while this device was asleep.
  const user_id = app.store.get().state?.user_id ?? -1
  const { status } = await app.client.call(wire.getUserStatus, { user_id })
  if (isSameStatus(statusFrom(status), end.status)) await tellStatus(app, noStatus)
  keepEnd(app, undefined)
}

/** Tells the server of a status. Without a network, shows the status and keeps it to be told later. */
async function tellStatus(app: App, status: OwnStatus): Promise<void> {
  const deed = { kind: 'status', status, before: ownStatus(app.store.get()) } as const
  app.deeds.forget([deed])
  try {
    await app.client.call(wire.updateStatus, statusArgs(status), { patienceSeconds: 0 })
  } catch (error) {
    if (!keepForLater(app, error, [deed])) throw error
    applyOwn(app, statusEvent(app.store.get().state?.user_id ?? -1, status))
  }
}

const keepEnd = ({ store }: App, statusEnd: KeptStatusEnd | undefined): void =>
  store.set({ device: { ...store.get().device, statusEnd } })
