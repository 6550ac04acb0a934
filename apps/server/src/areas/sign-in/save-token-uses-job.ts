import type { Job } from '#jobs/job.ts'
import { saveTokenUse } from '#store/people/access-tokens.ts'

/** Writes when the access tokens of this process were last used, and from where. Each is written once an hour. */
export const saveTokenUsesJob: Job = {
  name: 'save-token-uses',
  everySeconds: 60,
  once: false,
  async run({ live: { tokens }, data }, organizationId) {
    const uses = tokens.unsavedUses(organizationId)
    if (uses.length === 0) return
    await data.transact(organizationId, async (tx) => {
      for (const use of uses) await saveTokenUse(tx, use)
    })
    tokens.noteSaved(uses)
  },
}
