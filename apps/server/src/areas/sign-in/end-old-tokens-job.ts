import { unusedSeconds } from '#directory/token-book.ts'
import { endAccessTokens } from '#events/end-access-tokens.ts'
import type { Job } from '#jobs/job.ts'
import { listEndedTokens } from '#store/people/access-tokens.ts'

/** In seconds. Another process may know of a later use, and writes that down only now and then. */
const grace = 7200

/** Removes access tokens that ended by their time or for want of use, with their queues. */
export const endOldTokensJob: Job = {
  name: 'end-old-tokens',
  everySeconds: 3600,
  once: true,
  async run({ data }, organizationId) {
    await data.transact(organizationId, async (tx) => {
      const ended = await listEndedTokens(tx, tx.now - unusedSeconds - grace)
      for (const [userId, tokens] of Map.groupBy(ended, (token) => token.userId))
        await endAccessTokens(
          tx,
          userId,
          tokens.map(({ id }) => id),
        )
    })
  },
}
