import type { Job } from '#jobs/job.ts'
import { updateTraffic } from './update-traffic.ts'

/** Counts the recent messages of channels, so that no request has to. */
export const trafficJob: Job = {
  name: 'channel-traffic',
  everySeconds: 3600,
  once: true,
  async run(services, organizationId) {
    const directory = await services.data.directories.get(organizationId)
    await services.data.transact(organizationId, (tx) => updateTraffic(tx, directory))
  },
}
