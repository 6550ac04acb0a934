import type { Job } from '#jobs/job.ts'
import { readLog } from '#store/log/event-log.ts'
import { logCursor, moveLogCursor } from '#store/log/log-cursors.ts'
import { forgetNotified } from '#store/notifying/notified-messages.ts'
import { carryOut } from './carry-out.ts'
import { stepsForRows } from './steps-for-rows.ts'

const batch = 200
/** Phones have put notifications away by then. In seconds. */
const forgetAfter = 30 * 24 * 3600

/**
 * Follows the event log and puts into the outboxes what it leads to: notifications of new messages, and the taking back of
 * those whose messages were read, deleted or are out of sight. The cursor moves in the same commit: whatever ends the
 * process, nothing is forgotten and nothing is written twice.
 */
export const notifyJob: Job = {
  name: 'notify',
  everySeconds: 1,
  once: true,
  async run(services, organizationId) {
    const { db } = services.data
    for (;;) {
      const position = await logCursor(db, organizationId, 'notify')
      const rows = await readLog(db, organizationId, position, batch)
      if (rows.length === 0) return
      const directory = await services.data.directories.get(organizationId)
      const context = { services, directory }
      let from = position
      for await (const { steps, position: to } of stepsForRows(context, rows)) {
        const isOurs = await services.data.transact(organizationId, async (tx) => {
          if (!(await moveLogCursor(tx, 'notify', from, to))) return false
          for (const step of steps) await carryOut(tx, { services, directory }, step)
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
