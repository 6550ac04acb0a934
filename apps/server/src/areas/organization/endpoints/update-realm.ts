import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { renderDescription } from '#areas/messages/render/render-content.ts'
import { handle } from '#call/call.ts'
import { changeOrganization } from '../change-organization.ts'

export const updateRealmHandler = handle(
  updateRealm,
  async ({ caller, directory, services, transact }, args) => {
    const rendered =
      args.description === undefined ? undefined : await renderDescription(directory, args.description)
    await transact((tx) => changeOrganization(tx, directory, caller, args, services.config, rendered))
    return {}
  },
)
