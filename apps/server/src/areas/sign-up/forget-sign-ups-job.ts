import type { Job } from '#jobs/job.ts'
import { deleteOldSignUps } from '#store/people/sign-ups.ts'

/** Deletes addresses for which somebody asked for an account, once their links are too old. */
export const forgetSignUpsJob: Job = {
  name: 'forget-sign-ups',
  everySeconds: 3600,
  once: true,
  async run({ data }, organizationId) {
    await data.transact(organizationId, deleteOldSignUps)
  },
}
