import type { Call } from '#call/call.ts'
import { stepDueAt } from '#directory/second-step.ts'
import { countRecoveryCodes, findSecondFactor } from '#store/people/second-factors.ts'
import { hasStep } from './has-step.ts'
import { type ProofWay, proofWays } from './require-proof.ts'

/** State of somebody's second factor. */
interface OwnSecondFactor {
  readonly is_on: boolean
  readonly added_at: number | null
  readonly recovery_codes_left: number
  readonly ways: ProofWay[]
  readonly required_from: number | null
  readonly is_session_enough: boolean
}

/** The state of the caller's second factor. */
export async function ownSecondFactor(call: Call): Promise<OwnSecondFactor> {
  const { caller, db, services, directory, now } = call
  const factor = await findSecondFactor(db, caller.id)
  return {
    is_on: factor !== undefined,
    added_at: factor?.addedAt ?? null,
    recovery_codes_left: await countRecoveryCodes(db, caller.id),
    ways: await proofWays(services, db, caller),
    required_from: stepDueAt(directory, caller, now) ?? null,
    is_session_enough: await hasStep(call, db),
  }
}
