import type { Call } from '#call/call.ts'
import { badRequest } from '#model/refusal.ts'
import { makeRecoveryCodes } from './confirm-second-factor.ts'
import { proveSecondFactor } from './prove-second-factor.ts'

/** Makes new recovery codes for the caller; the earlier ones end. Throws AUTHENTICATION_FAILED for a wrong code. */
export async function renewRecoveryCodes(call: Call, code: string): Promise<string[]> {
  const { caller } = call
  if (!(await proveSecondFactor(call, caller, code)))
    throw badRequest('You have no second factor: recovery codes come with one.')
  return call.transact(async (tx) => {
    tx.audit('factor.codes_renewed', { kind: 'user', id: caller.id })
    return makeRecoveryCodes(tx, call, caller.id)
  })
}
