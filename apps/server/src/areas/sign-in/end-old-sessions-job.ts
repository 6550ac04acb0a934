import { endSessions } from '#events/end-sessions.ts'
import type { Job } from '#jobs/job.ts'
import { listEndedSessions } from '#store/people/sessions.ts'

/** In seconds. Another process may know of a later use, and writes that down only now and then. */
const grace = 1200

/** Removes sessions that ended by their time, with their queues. */
export const endOldSessionsJob: Job = {
  name: 'end-old-sessions',
  everySeconds: 3600,
  once: true,
  async run({ data }, organizationId) {
    await data.transact(organizationId, async (tx) => {
      const ended = await listEndedSessions(tx, tx.now - grace)
      const byUser = Map.groupBy(ended, ({ userId }) => userId)
      for (const [userId, sessions] of byUser)
        await endSessions(
          tx,
          userId,
          sessions.map(({ id }) => id),
        )
    })
  },
}
