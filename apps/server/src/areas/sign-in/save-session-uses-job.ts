import type { Job } from '#jobs/job.ts'
import { saveUse } from '#store/people/sessions.ts'

/** Writes when the sessions of this process were last used. Each is written once in ten minutes. */
export const saveSessionUsesJob: Job = {
  name: 'save-session-uses',
  everySeconds: 60,
  once: false,
  async run({ live: { sessions }, data }, organizationId) {
    const uses = sessions.unsavedUses(organizationId)
    if (uses.length === 0) return
    await data.transact(organizationId, async (tx) => {
      for (const use of uses) await saveUse(tx, use)
    })
    sessions.noteSaved(uses)
  },
}
