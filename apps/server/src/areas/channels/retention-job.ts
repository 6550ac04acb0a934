import type { Job } from '#jobs/job.ts'
import { deleteExpired } from './delete-expired.ts'

/** Deletes the messages whose retention in their channel or organization has ended. */
export const retentionJob: Job = {
  name: 'message-retention',
  everySeconds: 3600,
  once: true,
  async run(services, organizationId) {
    const directory = await services.data.directories.get(organizationId)
    let isMore = true
    // Short transactions, so that no other write waits long.
    while (isMore) isMore = await services.data.transact(organizationId, (tx) => deleteExpired(tx, directory))
  },
}
