import type { Job } from '#jobs/job.ts'
import { forgetDeletedBefore, forgetSentBefore } from '#store/messages/deleted-messages.ts'

const daySeconds = 86_400

/** Deletions stay in the moderators' list for this long, in seconds. */
const kept = 90 * daySeconds

/**
 * Forgets old deletions, and those of messages that their channel would not keep any longer: the list never says more than
 * the channel would.
 */
export const forgetDeletionsJob: Job = {
  name: 'forget-deletions',
  everySeconds: 3600,
  once: true,
  async run({ data }, organizationId) {
    const { channels, organization } = await data.directories.get(organizationId)
    const byDays = Map.groupBy(
      channels.values(),
      ({ messageRetentionDays }) => messageRetentionDays ?? organization.settings.message_retention_days,
    )
    await data.transact(organizationId, async (tx) => {
      await forgetDeletedBefore(tx, tx.now - kept)
      for (const [days, kind] of byDays)
        if (days !== -1)
          await forgetSentBefore(
            tx,
            kind.map(({ id }) => id),
            tx.now - days * daySeconds,
          )
    })
  },
}
