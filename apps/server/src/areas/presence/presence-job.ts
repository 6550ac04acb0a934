import type { Services } from '#call/services.ts'
import type { Job } from '#jobs/job.ts'
import { saveKnownPresence } from './save-presence.ts'

/** Writes the presence in memory to the database, of one organization or of all. */
export async function flushPresence(services: Services, organizationId?: number): Promise<void> {
  await services.live.presence.flush(async (id, rows) => {
    const directory = await services.data.directories.get(id)
    await services.data.transact(id, (tx) => saveKnownPresence(tx, directory, rows))
  }, organizationId)
}

/** Writes once a minute for everybody who reported in it, and reads what other processes wrote. */
export const presenceJob: Job = {
  name: 'presence',
  everySeconds: 60,
  once: false,
  async run(services, organizationId) {
    await flushPresence(services, organizationId)
    if (services.data.isShared) await services.live.presence.catchUp(organizationId)
  },
}
