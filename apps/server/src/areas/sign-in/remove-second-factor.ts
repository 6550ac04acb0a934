import { factorRemovedMail, insertSecurityMail } from '#areas/accounts/security-mails.ts'
import type { Call } from '#call/call.ts'
import { badRequest } from '#model/refusal.ts'
import {
  deleteRecoveryCodes,
  deleteSecondFactor,
  findFactorWays,
  findSecondFactor,
} from '#store/people/second-factors.ts'
import { requireNoStep } from './require-no-step.ts'
import { type GivenProof, requireProof } from './require-proof.ts'

/** Removes the caller's authenticator app, with the recovery codes if they have no other second factor. Takes a proof
 * that it is the caller. */
export async function removeSecondFactor(call: Call, given: GivenProof): Promise<void> {
  const { caller, directory, services, db } = call
  if (!(await findSecondFactor(db, caller.id))) throw badRequest('You have no authenticator app to remove.')
  await requireProof(call, given)
  await call.transact(async (tx) => {
    // Another browser may have been quicker.
    if (!(await deleteSecondFactor(tx, caller.id))) return
    const isLast = (await findFactorWays(tx.db, caller.id)) === undefined
    if (isLast) requireNoStep(call)
    if (isLast) await deleteRecoveryCodes(tx, caller.id)
    tx.audit('factor.removed', { kind: 'user', id: caller.id })
    const concerned = { config: services.config, organization: directory.organization, user: caller }
    await insertSecurityMail(tx, factorRemovedMail(concerned, { what: 'app', isLast }))
  })
}
