import type { Answer, Args } from '@tagma/contract/define.ts'
import type { testPushDevices } from '@tagma/contract/endpoints/push/test-push-devices.ts'
import type { ErrorCode } from '@tagma/contract/errors.ts'
import type { PushDeviceKind } from '@tagma/contract/objects/push-device.ts'
import type { Call } from '#call/call.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import { activeDevicesOf } from '#store/notifying/devices.ts'
import { legacyTokensOf } from '#store/notifying/legacy-push-tokens.ts'
import { webPushesOf } from '#store/notifying/web-push-subscriptions.ts'
import { sendBrowserTest, sendPlainTestNotification, sendTestNotification } from './send-test-notification.ts'

type Result = Answer<typeof testPushDevices>['results'][number]

interface Tested {
  readonly kind: PushDeviceKind
  readonly id: number
  /** Rejects with a Refusal. */
  readonly send: () => Promise<void>
}

/** Codes by which a test of each kind says that the push service no longer knows the device. */
const goneCodes = {
  browser: 'BAD_REQUEST',
  phone: 'NO_ACTIVE_PUSH_DEVICE',
  older_phone: 'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
} as const satisfies Record<PushDeviceKind, ErrorCode>

/** Sends a test notification to one of the caller's devices, or to all that are told, at the same time. */
export async function testOwnDevices(
  call: Call,
  { kind, id }: Args<typeof testPushDevices>,
): Promise<Result[]> {
  if ((kind === undefined) !== (id === undefined))
    throw badRequest('Pass `kind` and `id` together to name a device, or neither to test all devices.')
  const tested = (await toldDevices(call)).filter(
    (one) => kind === undefined || (one.kind === kind && one.id === id),
  )
  if (tested.length === 0)
    throw new Refusal(
      'NO_ACTIVE_PUSH_DEVICE',
      kind === undefined ? 'You have no device that gets notifications' : 'This device gets no notifications',
    )
  return Promise.all(tested.map(resultOf))
}

/** Returns the caller's devices that get notifications, each with a function that sends it a test. */
async function toldDevices({ caller, db, directory, services }: Call): Promise<Tested[]> {
  const { organization } = directory
  const [browsers, phones, tokens] = await Promise.all([
    webPushesOf(db, [caller.id]),
    activeDevicesOf(db, [caller.id]),
    organization.settings.require_e2ee_push_notifications ? [] : legacyTokensOf(db, [caller.id]),
  ])
  return [
    ...browsers.map(({ id }): Tested => ({
      kind: 'browser',
      id,
      send: () => sendBrowserTest(services, organization, caller, id),
    })),
    ...phones.map(({ id }): Tested => ({
      kind: 'phone',
      id,
      send: () => sendTestNotification(services, organization, caller, id),
    })),
    ...tokens.map(({ id, token }): Tested => ({
      kind: 'older_phone',
      id,
      send: () => sendPlainTestNotification(services, organization, caller, token),
    })),
  ]
}

async function resultOf({ kind, id, send }: Tested): Promise<Result> {
  try {
    await send()
    return { kind, id, result: 'sent', msg: '' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code === goneCodes[kind]
      ? { kind, id, result: 'gone', msg: '' }
      : { kind, id, result: 'failed', msg: error.message }
  }
}
