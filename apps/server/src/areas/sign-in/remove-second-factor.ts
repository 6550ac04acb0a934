import { factorRemovedMail, insertSecurityMail } from '#areas/accounts/security-mails.ts'
import type { Call } from '#call/call.ts'
import { badRequest } from '#model/refusal.ts'
import { deleteSecondFactor } from '#store/people/second-factors.ts'
import { proveSecondFactor } from './prove-second-factor.ts'

/** Removes the caller's second factor with its recovery codes. Throws AUTHENTICATION_FAILED for a wrong code. */
export async function removeSecondFactor(call: Call, code: string): Promise<void> {
  const { caller, directory, services } = call
  if (!(await proveSecondFactor(call, caller, code))) throw badRequest('You have no second factor to remove.')
  await call.transact(async (tx) => {
    // Another browser may have been quicker.
    if (!(await deleteSecondFactor(tx, caller.id))) return
    tx.audit('factor.removed', { kind: 'user', id: caller.id })
    const concerned = { config: services.config, organization: directory.organization, user: caller }
    await insertSecurityMail(tx, factorRemovedMail(concerned))
  })
}
