import type { Job } from '#jobs/job.ts'
import { deleteOrganization } from './delete-organization.ts'

/** Deletes the data of deactivated organizations and of demo organizations when their day has come. */
export const deleteOrganizationJob: Job = {
  name: 'delete-organization',
  everySeconds: 60,
  once: true,
  async run(services, organizationId) {
    const { organization } = await services.data.directories.get(organizationId)
    const { deactivatedAt, deletionAt, demoDeletionAt } = organization
    const now = Math.floor(services.time.clock.now() / 1000)
    const isDue = (at: number | null) => at !== null && at <= now
    if ((deactivatedAt !== null && isDue(deletionAt)) || isDue(demoDeletionAt))
      await deleteOrganization(services, organizationId)
  },
}
