import type { Job } from '#jobs/job.ts'
import { promoteFullMembers } from './promote-full-members.ts'

/** Makes members full members when their waiting period is over. */
export const fullMembersJob: Job = {
  name: 'full-members',
  everySeconds: 600,
  once: true,
  async run(services, organizationId) {
    const directory = await services.data.directories.get(organizationId)
    await services.data.transact(organizationId, (tx) => promoteFullMembers(tx, directory))
  },
}
