import type { Job } from '#jobs/job.ts'
import { deleteUnusedOauthClients } from '#store/people/oauth-clients.ts'
import { deleteUnusedCodes } from '#store/people/oauth-grants.ts'

/** In seconds. */
const kept = 30 * 86_400
const codesKept = 3600

/** Programs of an organization that nobody has let in. */
const most = 1000

/** The programs that are kept though nobody has let them in. */
export const unusedClients = (now: number) => ({ before: now - kept, most })

/** Forgets programs that nobody has let in for long, and codes that were never exchanged. */
export const forgetOauthClientsJob: Job = {
  name: 'forget-oauth-clients',
  everySeconds: 3600,
  once: true,
  run: ({ data }, organizationId) =>
    data.transact(organizationId, async (tx) => {
      await deleteUnusedCodes(tx, { before: tx.now - codesKept })
      await deleteUnusedOauthClients(tx, unusedClients(tx.now))
    }),
}
