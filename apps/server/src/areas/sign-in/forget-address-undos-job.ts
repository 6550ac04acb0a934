import type { Job } from '#jobs/job.ts'
import { deleteOldAddressUndos } from '#store/people/address-undos.ts'

/** Deletes what takes changed addresses back once it is too old: it holds hashes of former passwords. */
export const forgetAddressUndosJob: Job = {
  name: 'forget-address-undos',
  everySeconds: 3600,
  once: true,
  async run({ data }, organizationId) {
    await data.transact(organizationId, deleteOldAddressUndos)
  },
}
