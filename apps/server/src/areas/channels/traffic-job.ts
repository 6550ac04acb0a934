import type { Job } from '#jobs/job.ts'
import { updateTraffic } from './update-traffic.ts'

/** Counts the channels' messages of late, so that nobody has to count them when asked. */
export const trafficJob: Job = {
  name: 'channel-traffic',
  everySeconds: 3600,
  once: true,
  async run(services, organizationId) {
    const directory = await services.data.directories.get(organizationId)
    await services.data.transact(organizationId, (tx) => updateTraffic(tx, directory))
  },
}
