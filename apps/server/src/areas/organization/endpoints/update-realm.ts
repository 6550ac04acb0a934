import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { isOwner } from '@tagma/rules/roles.ts'
import { renderDescription } from '#areas/messages/render/render-content.ts'
import { requireProof } from '#areas/sign-in/require-proof.ts'
import { handle } from '#call/call.ts'
import { changeOrganization } from '../change-organization.ts'

/** Settings that decide about ways in. Somebody who has found an owner's open browser does not change them. */
const waysIn = [
  'second_factor_required_group',
  'second_factor_grace_days',
  'can_create_access_tokens_group',
] as const

export const updateRealmHandler = handle(updateRealm, async (call, args) => {
  const { caller, directory, services, transact } = call
  // Others may not change them anyway.
  if (isOwner(caller) && waysIn.some((name) => args[name] !== undefined)) await requireProof(call)
  const rendered =
    args.description === undefined ? undefined : await renderDescription(directory, args.description)
  await transact((tx) => changeOrganization(tx, directory, caller, args, services.config, rendered))
  return {}
})
