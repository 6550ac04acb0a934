import { insertSecurityMail, recoveryCodeUsedMail } from '#areas/accounts/security-mails.ts'
import type { Call } from '#call/call.ts'
import { byAccount } from '#model/audit.ts'
import { must } from '#model/must.ts'
import type { UserRecord } from '#model/records.ts'
import type { Sealed } from '#ports/sealed.ts'
import type { Tx } from '#store/log/tx.ts'
import {
  countRecoveryCodes,
  findSecondFactor,
  spendRecoveryCode,
  spendStep,
} from '#store/people/second-factors.ts'
import { limitGuesses } from './limit-guesses.ts'
import { asRecoveryCode, isTimed, plainCode, stepOf } from './totp.ts'

/** A proof of the second factor that is typed: a code of the app, or a recovery code. */
export type CodeProof = 'code' | 'recovery'

/** A proof of the second factor. `trusted` is the word of a provider that asks for one itself. */
export type FactorProof = CodeProof | 'passkey' | 'trusted'

/** Recovery codes that are left when a person is told to make new ones. */
const fewCodes = 3

/** A request that brings a code. */
export type CodeParts = Pick<Call, 'services' | 'directory' | 'address'> & Partial<Pick<Call, 'session'>>

/** The place for which a user's secret is sealed. */
export const placeOf = (userId: number): string => `second factor of ${userId}`

/** The secret of a factor. Throws where this process has another key than the one that sealed it. */
export const secretOf = (sealed: Sealed, userId: number, text: string): Uint8Array =>
  must(
    sealed.open(text, placeOf(userId)),
    'this process has the key that sealed the secrets of second factors: give all processes the same TAGMA_SECRET_KEY',
  )

/**
 * Uses a code of a user's second factor: one from their app, or a recovery code. Each works once. Returns undefined for a
 * wrong one. Throws RATE_LIMIT_HIT after too many wrong ones.
 */
export async function useCode(
  parts: CodeParts,
  user: UserRecord,
  typed: string,
): Promise<CodeProof | undefined> {
  const { services, directory, address, session } = parts
  const code = plainCode(typed)
  const kind = isTimed(code) ? 'code' : 'recovery'
  const by = byAccount(user, address, session ? `session ${session.id}` : null)
  const guess = { services, directory, address, user, username: user.deliveryEmail, kind } as const
  const proof = await limitGuesses(guess, () =>
    services.data.transact(
      directory.organization.id,
      async (tx) => {
        const isRight =
          kind === 'code'
            ? await isFresh(tx, services.outside.sealed, user.id, code)
            : await isUnused(tx, parts, user, asRecoveryCode(code))
        if (!isRight) tx.audit('factor.refused', { kind: 'user', id: user.id }, { by: kind })
        return isRight ? kind : undefined
      },
      { by },
    ),
  )
  if (proof === 'recovery')
    services.security.note('factor.recovery_used', {
      organization: directory.organization.id,
      actor: user.id,
      address,
      target: user.id,
    })
  return proof
}

async function isFresh(tx: Tx, sealed: Sealed, userId: number, code: string): Promise<boolean> {
  const factor = await findSecondFactor(tx.db, userId)
  if (!factor) return false
  const secret = secretOf(sealed, userId, factor.sealed)
  const step = stepOf(secret, code, { now: tx.now, lastStep: factor.lastStep })
  if (step === undefined) return false
  await spendStep(tx, userId, step)
  return true
}

async function isUnused(
  tx: Tx,
  { services, directory }: CodeParts,
  user: UserRecord,
  code: string,
): Promise<boolean> {
  if (!(await spendRecoveryCode(tx, user.id, code))) return false
  const left = await countRecoveryCodes(tx.db, user.id)
  tx.audit('factor.recovery_used', { kind: 'user', id: user.id }, { left })
  const concerned = { config: services.config, organization: directory.organization, user }
  await insertSecurityMail(tx, recoveryCodeUsedMail(concerned, { left, areFew: left <= fewCodes }))
  return true
}
