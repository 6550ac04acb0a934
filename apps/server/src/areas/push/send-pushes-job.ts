import type { Job } from '#jobs/job.ts'
import { PushFailure } from '#ports/push-sender.ts'
import type { Db } from '#store/db.ts'
import { activeDevicesOf } from '#store/devices.ts'
import { legacyTokensOf } from '#store/legacy-push-tokens.ts'
import {
  deletePushes,
  hasDuePushes,
  type OutgoingPushRow,
  postponePushes,
  retryPush,
  takeDuePushes,
} from '#store/outgoing-pushes.ts'
import { dispatch, type Target } from './dispatch.ts'
import { dropTarget } from './drop-target.ts'
import type { PushPayload } from './payload.ts'
import { backOff } from './rules.ts'

const batch = 100
/** How many are handed over at the same time. */
const width = 8
/** How long a process may take over its batch before another one tries. In seconds. */
const lease = 30
/** A notification that is older than this is no news. In seconds. */
const patience = 24 * 3600

/**
 * Hands waiting notifications to the push service. What fails is tried again, ever less often, under the same id. When
 * the service is away, the rest of the batch waits as well: nothing but notifications is late then.
 */
export const sendPushesJob: Job = {
  name: 'send-pushes',
  everySeconds: 1,
  once: true,
  async run(services, organizationId) {
    const { pushSender, db, log, random } = services
    const now = Math.floor(services.clock.now() / 1000)
    if (!pushSender || !(await hasDuePushes(db, organizationId, now))) return
    const { organization } = await services.directories.get(organizationId)
    const due = await services.transact(organizationId, (tx) => takeDuePushes(tx, batch, lease))
    const targets = await targetsOf(db, due)

    let failure: PushFailure | undefined
    const waiting = [...due]
    const done: OutgoingPushRow[] = []
    const worker = async () => {
      for (let row = waiting.shift(); row && !failure; row = waiting.shift()) {
        const target = targets.get(row.id)
        // A device that was removed meanwhile; news from yesterday.
        if (!target || now - row.created_at > patience) {
          done.push(row)
          continue
        }
        try {
          const payload = JSON.parse(row.payload) as PushPayload
          if ((await dispatch(pushSender, organization, row.notification_id, target, payload)) === 'dead')
            await services.transact(organizationId, (tx) => dropTarget(tx, target))
          done.push(row)
        } catch (error) {
          if (!(error instanceof PushFailure)) throw error
          failure = error
          log.warn({ err: error, attempts: row.attempts + 1 }, 'A notification could not be sent.')
          const failed = row
          await services.transact(organizationId, (tx) =>
            retryPush(tx, failed, tx.now + backOff(failed.attempts, random.fraction())),
          )
        }
      }
    }
    try {
      await Promise.all(Array.from({ length: width }, worker))
    } finally {
      await services.transact(organizationId, async (tx) => {
        await deletePushes(
          tx,
          done.map((row) => row.id),
        )
        await postponePushes(
          tx,
          waiting.map((row) => row.id),
          tx.now + (failure ? backOff(0, random.fraction()) : 0),
        )
      })
    }
  },
}

/** The devices that notifications go to, by the ids of their rows. */
async function targetsOf(db: Db, rows: readonly OutgoingPushRow[]): Promise<Map<number, Target>> {
  const users = [...new Set(rows.map((row) => row.user_id))]
  const devices = new Map((await activeDevicesOf(db, users)).map((device) => [device.id, device]))
  const tokens = new Map((await legacyTokensOf(db, users)).map((token) => [token.id, token]))
  const targets = new Map<number, Target>()
  for (const { id, device_id, legacy_token_id } of rows) {
    const device = devices.get(device_id ?? 0)
    const token = tokens.get(legacy_token_id ?? 0)
    if (device) targets.set(id, { kind: 'device', device })
    else if (token) targets.set(id, { kind: 'legacy', token })
  }
  return targets
}
