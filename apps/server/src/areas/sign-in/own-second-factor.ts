import type { Call } from '#call/call.ts'
import { countRecoveryCodes, findSecondFactor } from '#store/people/second-factors.ts'
import { type ProofWay, proofWays } from './require-proof.ts'

/** State of somebody's second factor. */
interface OwnSecondFactor {
  readonly is_on: boolean
  readonly added_at: number | null
  readonly recovery_codes_left: number
  readonly ways: ProofWay[]
}

/** The state of the caller's second factor. */
export async function ownSecondFactor({ caller, db, services }: Call): Promise<OwnSecondFactor> {
  const factor = await findSecondFactor(db, caller.id)
  return {
    is_on: factor !== undefined,
    added_at: factor?.addedAt ?? null,
    recovery_codes_left: await countRecoveryCodes(db, caller.id),
    ways: await proofWays(services, db, caller),
  }
}
