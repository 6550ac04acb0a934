import type { Job } from '#jobs/job.ts'
import { readLog } from '#store/log/event-log.ts'
import { logCursor, moveLogCursor } from '#store/log/log-cursors.ts'
import { forgetNotified } from '#store/notifying/notified-messages.ts'
import { AskedOnce } from './asked-once.ts'
import { carryOut } from './carry-out.ts'
import { stepsForRows } from './steps-for-rows.ts'

const batch = 200
/** In seconds. By then, phones have put notifications away. */
const forgetAfter = 30 * 24 * 3600

/**
 * Follows the event log and fills the outboxes: notifications of new messages, and removals for messages that were
 * read, deleted or hidden. The cursor moves in the same commit, so that a crash neither loses nor repeats anything.
 */
export const notifyJob: Job = {
  name: 'notify',
  everySeconds: 1,
  once: true,
  awaits: 'log',
  async run(services, organizationId) {
    const { db } = services.data
    for (;;) {
      const position = await logCursor(db, organizationId, 'notify')
      const rows = await readLog(db, organizationId, position, batch)
      if (rows.length === 0) return
      const directory = await services.data.directories.get(organizationId)
      const context = { services, directory, asked: new AskedOnce() }
      let from = position
      for await (const { steps, position: to } of stepsForRows(context, rows)) {
        const isOurs = await services.data.transact(organizationId, async (tx) => {
          if (!(await moveLogCursor(tx, 'notify', from, to))) return false
          await carryOut(tx, { services, directory }, steps)
          if (steps.length > 0) await forgetNotified(tx, tx.now - forgetAfter)
          return true
        })
        if (!isOurs) return
        from = to
      }
      if (rows.length < batch) return
    }
  },
}
