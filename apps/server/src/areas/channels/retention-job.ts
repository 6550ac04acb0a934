import type { Job } from '#jobs/job.ts'
import { deleteExpired } from './delete-expired.ts'

/** Deletes the messages whose time in their channel, or in the organization, is over. */
export const retentionJob: Job = {
  name: 'message-retention',
  everySeconds: 3600,
  once: true,
  async run(services, organizationId) {
    const directory = await services.data.directories.get(organizationId)
    let isMore = true
    // One short transaction after another, so that nobody waits for them.
    while (isMore) isMore = await services.data.transact(organizationId, (tx) => deleteExpired(tx, directory))
  },
}
