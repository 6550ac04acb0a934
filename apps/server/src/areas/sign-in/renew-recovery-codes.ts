import type { Call } from '#call/call.ts'
import { badRequest } from '#model/refusal.ts'
import { findFactorWays } from '#store/people/second-factors.ts'
import { makeRecoveryCodes } from './confirm-second-factor.ts'
import { type GivenProof, requireProof } from './require-proof.ts'

/** Makes new recovery codes for the caller; the earlier ones end. Takes a proof that it is the caller. */
export async function renewRecoveryCodes(call: Call, given: GivenProof): Promise<string[]> {
  const { caller, db } = call
  if (!(await findFactorWays(db, caller.id)))
    throw badRequest('You have no second factor: recovery codes come with one.')
  await requireProof(call, given)
  return call.transact(async (tx) => {
    tx.audit('factor.codes_renewed', { kind: 'user', id: caller.id })
    return makeRecoveryCodes(tx, call, caller.id)
  })
}
