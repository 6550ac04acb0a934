import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { handle } from '#server/call.ts'
import { changeOrganization } from '../change-organization.ts'

export const updateRealmHandler = handle(
  updateRealm,
  async ({ caller, directory, services, transact }, args) => {
    await transact((tx) => changeOrganization(tx, directory, caller, args, services.config))
    return {}
  },
)
