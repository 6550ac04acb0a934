import { deactivateRealm } from '@tagma/contract/endpoints/organization/deactivate-realm.ts'
import { requireProof } from '#areas/sign-in/require-proof.ts'
import { handle } from '#call/call.ts'
import { deactivateOrganization } from '../deactivate-organization.ts'

export const deactivateRealmHandler = handle(deactivateRealm, async (call, { deletion_delay_days }) => {
  await requireProof(call)
  await deactivateOrganization(call, deletion_delay_days ?? null)
  return {}
})
