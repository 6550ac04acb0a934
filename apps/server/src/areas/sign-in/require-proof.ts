import type { Call } from '#call/call.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import { countRecoveryCodes, findFactorWays } from '#store/people/second-factors.ts'
import { findProvedAt, keepProof, type SignInMethod } from '#store/people/sessions.ts'
import { findPasswordHash } from '#store/people/users.ts'
import type { Db } from '#store/sql/db.ts'
import { hasLdapPassword } from './has-ldap-password.ts'
import { knowsPassword } from './knows-password.ts'
import { proveSecondFactor } from './prove-second-factor.ts'

/** Seconds for which a proof counts. */
export const proofSeconds = 900

/** Proofs that a call brings. */
export interface GivenProof {
  readonly password?: string | undefined
  readonly code?: string | undefined
}

/** A way in which somebody who is signed in can prove that it is them. `sign_in`: sign out and in again. */
export type ProofWay = 'password' | 'code' | 'recovery' | 'passkey' | 'sign_in'

type ProofCall = Pick<Call, 'caller' | 'services' | 'directory' | 'address' | 'now' | 'session' | 'transact'>

/**
 * Refuses a call of somebody who has found an open browser: it takes a proof within the last quarter of an hour, by the
 * second factor of those who have one. A proof that the call brings is looked at in any case, and counts for later calls
 * of the session. Calls by key or token are not asked: what takes them is no secret from whoever has the key. Throws
 * STEP_UP_REQUIRED, AUTHENTICATION_FAILED for a wrong proof, RATE_LIMIT_HIT after too many wrong ones.
 */
export async function requireProof(call: ProofCall, given: GivenProof = {}): Promise<void> {
  const { caller, session } = call
  if (!session) return
  const method = await proofOf(call, given)
  if (method !== undefined) {
    await call.transact((tx) => keepProof(tx, { id: session.id, userId: caller.id }, method))
    return
  }
  const ways = await missingProof(call)
  if (!ways) return
  throw new Refusal('STEP_UP_REQUIRED', sentences[ways[0] ?? 'sign_in'], { ways })
}

const sentences: Readonly<Record<ProofWay, string>> = {
  password: 'Prove that it is you: give your password.',
  code: 'Prove that it is you: give a code of your authenticator app, or a recovery code.',
  recovery: 'Prove that it is you: give a recovery code.',
  passkey: 'Prove that it is you: use a passkey of yours.',
  sign_in: 'Your account has no password to prove that it is you: sign out, sign in, and try again.',
}

/** The ways in which somebody who is signed in has to prove that it is them; undefined while their last proof counts. */
export async function missingProof(
  call: Pick<ProofCall, 'caller' | 'services' | 'now' | 'session'>,
): Promise<ProofWay[] | undefined> {
  const { db } = call.services.data
  const provedAt = call.session && (await findProvedAt(db, call.session.id))
  return provedAt !== undefined && provedAt > call.now - proofSeconds
    ? undefined
    : proofWays(call.services, db, call.caller)
}

/** Looks at the proofs of a call. Returns the one that is enough; undefined where it brings none that is. */
async function proofOf(call: ProofCall, { password, code }: GivenProof): Promise<SignInMethod | undefined> {
  const { caller, services } = call
  const ways = await findFactorWays(services.data.db, caller.id)
  if (password !== undefined && password !== '') {
    const guess = { username: caller.deliveryEmail, password }
    if (!(await knowsPassword(call, caller, guess)))
      throw new Refusal('AUTHENTICATION_FAILED', 'Wrong password!')
    if (!ways) return 'password'
  }
  if (ways && code !== undefined && code.trim() !== '') return proveSecondFactor(call, caller, code)
  return undefined
}

/** The ways in which a user can prove that it is them, the first one recommended. */
export async function proofWays(
  services: ProofCall['services'],
  db: Db,
  user: UserRecord,
): Promise<ProofWay[]> {
  const ways = await findFactorWays(db, user.id)
  if (!ways) {
    const hasPassword =
      (await hasLdapPassword(services, db, user.id)) || (await findPasswordHash(db, user.id)) !== null
    return [hasPassword ? 'password' : 'sign_in']
  }
  return [
    ...(ways.passkey ? (['passkey'] as const) : []),
    ...(ways.code ? (['code'] as const) : []),
    ...((await countRecoveryCodes(db, user.id)) > 0 ? (['recovery'] as const) : []),
    ...(ways.passkey || ways.code ? [] : (['sign_in'] as const)),
  ]
}
