import { featureLevel, serverVersion } from '@tagma/contract/feature-level.ts'
import { productVersion } from '#config/product-version.ts'
import type { Job } from '#jobs/job.ts'
import { isVersionNoted, noteVersion } from '#store/log/log-cursors.ts'

/** Tells an organization's clients, once for each version, that the server was upgraded. */
export const tellUpgradeJob: Job = {
  name: 'tell-upgrade',
  everySeconds: 30,
  once: true,
  async run(services, organizationId) {
    if (await isVersionNoted(services.data.db, organizationId, productVersion)) return
    await services.data.transact(organizationId, async (tx) => {
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
  },
}
