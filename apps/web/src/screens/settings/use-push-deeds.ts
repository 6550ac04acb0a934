import type { Answer } from '@tagma/contract/define.ts'
import type { testPushDevices } from '@tagma/contract/endpoints/push/test-push-devices.ts'
import type { PushDevice } from '@tagma/contract/objects/push-device.ts'
import * as wire from '@tagma/contract/wire.ts'
import { showError } from '#actions/show-error.ts'
import { showFailure, showToast } from '#actions/show-toast.ts'
import { type App, useApp } from '#state/use-app.ts'
import { endWebPush } from '#wire/web-push.ts'
import { listOf } from '#words/list-of.ts'
import { t } from '#words/words.ts'
import { keyOf, nameOf } from './push-device-name.ts'
import type { Fetched } from './use-fetched.ts'

type Result = Answer<typeof testPushDevices>['results'][number]

interface PushDeeds {
  /** Sends a test to the one device of the list, or to all devices if the list has several. */
  readonly test: (devices: readonly PushDevice[]) => Promise<void>
  /** Ends notifications for a device. The removal of another browser can be undone. */
  readonly remove: (device: PushDevice) => Promise<void>
}

const toast = 'push devices'

/** Tests and removes devices of a list, says how it went, and reads the list again. */
export function usePushDeeds({ reload }: Pick<Fetched<unknown>, 'reload'>): PushDeeds {
  const app = useApp()
  const tryTo = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      showError(app, error)
    }
    // Also after a refusal, because another tab may have removed the device.
    reload()
  }
  return {
    test: (devices) =>
      tryTo(async () => {
        const [only, ...others] = devices
        if (!only) return
        const which = others.length === 0 ? { kind: only.kind, id: only.id } : {}
        const { results } = await app.client.call(wire.testPushDevices, which)
        tellResults(app, devices, results)
      }),
    remove: (device) =>
      tryTo(async () => {
        await removeDevice(app, device)
        const text = t('told.devices.removed', { name: nameOf(device) })
        const undo = () => void tryTo(() => restore(app, device))
        const canUndo = device.kind === 'browser' && !device.is_current
        showToast(app, { name: toast, kind: 'status', text, ...(canUndo ? { undo } : {}) })
      }),
  }
}

async function removeDevice({ client }: App, { kind, id, is_current: isCurrent }: PushDevice): Promise<void> {
  if (kind === 'phone') await client.call(wire.removeClientDevice, { device_id: id })
  else if (kind === 'older_phone') await client.call(wire.removeOlderPhone, { phone_id: id })
  else {
    await client.call(wire.removeWebPushSubscription, { subscription_id: id })
    if (isCurrent) await endWebPush()
  }
}

async function restore(app: App, device: PushDevice): Promise<void> {
  await app.client.call(wire.restoreWebPushSubscription, { subscription_id: device.id })
  showToast(app, { name: toast, kind: 'status', text: t('told.devices.restored', { name: nameOf(device) }) })
}

function tellResults(app: App, devices: readonly PushDevice[], results: readonly Result[]): void {
  const names = new Map(devices.map((device) => [keyOf(device), nameOf(device)]))
  const name = (result: Result) => names.get(keyOf(result)) ?? t('told.devices.phone')
  const missed = results.filter(({ result }) => result !== 'sent')
  const [first, ...others] = missed
  if (!first) {
    const [only] = results
    const text =
      results.length === 1 && only
        ? t('told.devices.tested', { name: name(only) })
        : t('told.devices.tested-all', { count: results.length })
    showToast(app, { name: toast, kind: 'status', text })
  } else if (others.length > 0)
    showFailure(app, toast, t('told.devices.missed', { names: listOf(missed.map(name)) }))
  else if (first.result === 'gone') showFailure(app, toast, t('told.devices.gone', { name: name(first) }))
  else showFailure(app, toast, t('told.devices.failed', { name: name(first), reason: first.msg }))
}
