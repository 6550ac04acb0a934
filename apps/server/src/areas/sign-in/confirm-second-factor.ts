import { factorAddedMail, insertSecurityMail } from '#areas/accounts/security-mails.ts'
import type { Call } from '#call/call.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { activateFactor, findPendingFactor, replaceRecoveryCodes } from '#store/people/second-factors.ts'
import { forgetProofs, keepProof, type SignInMethod } from '#store/people/sessions.ts'
import { limitGuesses } from './limit-guesses.ts'
import { drawRecoveryCode, inGroups, plainCode, stepOf } from './totp.ts'
import { secretOf } from './use-code.ts'

/** Recovery codes of one person. */
const recoveryCodes = 10

/** Puts new recovery codes in the place of a user's earlier ones; returns them as people read them. */
export async function makeRecoveryCodes(
  tx: Tx,
  { services }: Pick<Call, 'services'>,
  userId: number,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () => drawRecoveryCode(services.time.random))
  await replaceRecoveryCodes(tx, userId, codes)
  return codes.map(inGroups)
}

/** Lets other browsers prove a new second factor first; this one has just shown it. */
export async function noteNewFactor(
  tx: Tx,
  { caller, session }: Pick<Call, 'caller' | 'session'>,
  method: SignInMethod,
): Promise<void> {
  await forgetProofs(tx, caller.id)
  if (session) await keepProof(tx, { id: session.id, userId: caller.id }, method)
}

/**
 * Makes the secret that the caller began with their second factor, after a first code of it. Returns recovery codes, which
 * are told here and never again. Throws AUTHENTICATION_FAILED for a wrong code.
 */
export async function confirmSecondFactor(call: Call, typed: string): Promise<string[]> {
  const { caller, directory, services, address } = call
  const guess = { services, directory, address, user: caller, username: caller.deliveryEmail }
  const codes = await limitGuesses({ ...guess, kind: 'code' }, () =>
    call.transact(async (tx) => {
      const pending = await findPendingFactor(tx, caller.id)
      if (pending === undefined)
        throw badRequest('There is no second factor to confirm, or it waited for too long: begin once more.')
      const secret = secretOf(services.outside.sealed, caller.id, pending)
      const step = stepOf(secret, plainCode(typed), { now: tx.now, lastStep: 0 })
      if (step === undefined) return undefined
      await activateFactor(tx, caller.id, { sealed: pending, step })
      await noteNewFactor(tx, call, 'code')
      tx.audit('factor.added', { kind: 'user', id: caller.id })
      const concerned = { config: services.config, organization: directory.organization, user: caller }
      await insertSecurityMail(tx, factorAddedMail(concerned))
      return makeRecoveryCodes(tx, call, caller.id)
    }),
  )
  if (codes) return codes
  throw new Refusal(
    'AUTHENTICATION_FAILED',
    'Wrong code! Type the one that your app shows now, and look whether the clock of the phone is right.',
  )
}
