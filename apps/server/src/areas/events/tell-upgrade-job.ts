import { featureLevel, serverVersion } from '@tagma/contract/feature-level.ts'
import type { Services } from '#call/services.ts'
import { productVersion } from '#config/product-version.ts'
import type { Job } from '#jobs/job.ts'
import { isVersionNoted, noteVersion } from '#store/log/log-cursors.ts'

/** Tells an organization's clients, once for each version, that the server was upgraded. */
export const tellUpgradeJob: Job = {
  name: 'tell-upgrade',
  everySeconds: 30,
  once: true,
  async run(services, organizationId) {
    const known = told.get(services) ?? new Set<number>()
    told.set(services, known)
    if (known.has(organizationId)) return
    if (!(await isVersionNoted(services.data.db, organizationId, productVersion)))
      await tellVersion(services, organizationId)
    known.add(organizationId)
  },
}

/** Organizations that are known to be told, so that they are not asked for every time. */
const told = new WeakMap<Services, Set<number>>()

const tellVersion = (services: Services, organizationId: number) =>
  services.data.transact(organizationId, async (tx) => {
    if (!(await noteVersion(tx, productVersion))) return
    tx.emit(
      {
        type: 'restart',
        zulip_version: serverVersion,
        zulip_merge_base: serverVersion,
        zulip_feature_level: featureLevel,
        server_generation: Math.floor(services.time.startedAt / 1000),
      },
      { everyone: true },
    )
  })
