import type { Job } from '#jobs/job.ts'
import { newestLogId, pruneLog } from '#store/event-log.ts'
import { deleteIdleQueues, oldestQueuePosition, saveQueue } from '#store/event-queues.ts'
import { logCursor } from '#store/log-cursors.ts'
import { forgetSentMessages } from '#store/messages.ts'

/** A queue may live in another process, which writes down only now and then that it was polled. In seconds. */
const grace = 180

/** How long a client may take to send a message again, in seconds. */
const resendSeconds = 24 * 3600

/** Remembers how far clients have got, ends queues that nobody polls, and drops what no queue will read again. */
export const queueUpkeepJob: Job = {
  name: 'queue-upkeep',
  everySeconds: 60,
  once: false,
  async run(services, organizationId) {
    const { events, db } = services
    const unsaved = events.unsavedQueues().filter((queue) => queue.organizationId === organizationId)
    events.forget(events.idleQueues().filter((queue) => queue.organizationId === organizationId))
    await services.transact(organizationId, async (tx) => {
      for (const queue of unsaved) {
        const seenAt = queue.parked ? tx.now : Math.floor(queue.seenAt / 1000)
        await saveQueue(tx, { id: queue.id, position: queue.position, seenAt })
      }
      // A server that was down gives its clients the time to come back.
      await deleteIdleQueues(tx, grace, Math.floor(services.startedAt / 1000))
      await forgetSentMessages(tx, tx.now - resendSeconds)
    })
    for (const queue of unsaved) queue.saved = { position: queue.position, seenAt: queue.seenAt }
    const position =
      (await oldestQueuePosition(db, organizationId)) ?? (await newestLogId(db, organizationId))
    const followed = await logCursor(db, organizationId, 'notify')
    await services.transact(organizationId, (tx) =>
      pruneLog(tx, Math.min(position, followed), tx.now - grace),
    )
  },
}
