import { limits } from '@tagma/contract/limits.ts'
import type { Job } from '#jobs/job.ts'
import { newestLogId, pruneLog } from '#store/log/event-log.ts'
import { deleteIdleQueues, listQueueIds, oldestQueuePosition, saveQueue } from '#store/log/event-queues.ts'
import { logCursor } from '#store/log/log-cursors.ts'
import { forgetSentMessages } from '#store/messages/sent-messages.ts'
import { forgetIdempotencyKeys } from '#store/people/idempotency-keys.ts'
import { endQueuesFarBehind } from './end-surplus-queues.ts'

/** In seconds. Another process may serve the queue, and writes down only now and then that it was polled. */
const grace = 180

/** In seconds: a client may send a message again for so long. */
const resendSeconds = 24 * 3600

/** In seconds: clients that could not reach the server may send again for so long, once they can. */
const resendPatience = 3600

/**
 * Writes down how far clients have read, ends queues that nobody polls, and drops log rows that no queue will read
 * again.
 */
export const queueUpkeepJob: Job = {
  name: 'queue-upkeep',
  everySeconds: 60,
  once: false,
  async run(services, organizationId) {
    const {
      live: { events },
      time: { clock },
    } = services
    const now = clock.elapsed()
    const queues = events.queuesOf(organizationId)
    const unsaved = queues
      .filter((queue) => queue.isUnsaved)
      .map((queue) => {
        const { position, isPolled } = queue
        return { queue, position, seenAt: queue.parked ? now : queue.seenAt, isPolled }
      })
    events.forget(queues.filter((queue) => queue.isIdle(now)))
    // After downtime, or a change of the clock, clients get the same time to come back.
    const since = Math.floor(events.steadySince / 1000)
    const existing = await services.data.transact(organizationId, async (tx) => {
      for (const { queue, seenAt, ...values } of unsaved)
        await saveQueue(tx, { ...values, id: queue.id, seenAt: tx.now - Math.round((now - seenAt) / 1000) })
      await deleteIdleQueues(tx, grace, since)
      if (tx.now - since > limits.idleQueueSeconds) await endQueuesFarBehind(tx)
      if (tx.now - since > resendPatience) {
        await forgetSentMessages(tx, tx.now - resendSeconds)
        await forgetIdempotencyKeys(tx, tx.now - resendSeconds)
      }
      const queued = await oldestQueuePosition(tx.db, organizationId)
      const position = queued ?? (await newestLogId(tx.db, organizationId))
      const followed = await logCursor(tx.db, organizationId, 'notify')
      await pruneLog(tx, Math.min(position, followed), tx.now - grace)
      return listQueueIds(tx.db, organizationId)
    })
    for (const { queue, ...saved } of unsaved) queue.saved = saved
    events.endMissing(queues, new Set(existing))
  },
}
