import type { Job } from '#jobs/job.ts'
import { failureAge, forgetFailures } from '#store/notifying/failed-hooks.ts'
import { forgetPayloads, payloadAge } from '#store/people/hook-payloads.ts'

/** Forgets what services sent to bots a day ago, and the calls of bots that failed a week ago. */
export const forgetDeliveriesJob: Job = {
  name: 'forget-deliveries',
  everySeconds: 3600,
  once: true,
  run: ({ data }, organizationId) =>
    data.transact(organizationId, async (tx) => {
      await forgetPayloads(tx, tx.now - payloadAge)
      await forgetFailures(tx, tx.now - failureAge)
    }),
}
