import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import { findFactorWays } from '#store/people/second-factors.ts'
import { type CodeParts, type CodeProof, useCode } from './use-code.ts'

/**
 * Asks for the code of a user's second factor. Returns undefined for somebody without one, who needs none. Throws
 * AUTHENTICATION_FAILED for a missing or wrong code, RATE_LIMIT_HIT after too many wrong ones.
 */
export async function proveSecondFactor(
  parts: CodeParts,
  user: UserRecord,
  code: string | undefined,
): Promise<CodeProof | undefined> {
  const ways = await findFactorWays(parts.services.data.db, user.id)
  if (!ways) return undefined
  if (code === undefined || code.trim() === '')
    throw new Refusal(
      'AUTHENTICATION_FAILED',
      ways.code
        ? 'Your account asks for a second step: choose “Sign in with your browser”, or send the code of your authenticator app or a recovery code.'
        : 'Your account asks for a second step: choose “Sign in with your browser”, or send a recovery code.',
    )
  const proof = await useCode(parts, user, code)
  if (proof) return proof
  throw new Refusal(
    'AUTHENTICATION_FAILED',
    'Wrong code! Take the code that your app shows now, or a recovery code that you have not used.',
  )
}
