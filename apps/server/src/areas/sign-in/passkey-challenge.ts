import type { Services } from '#call/services.ts'
import {
  deleteEndedFlows,
  deleteSignInFlow,
  findSignInFlow,
  insertSignInFlow,
  type SignInFlow,
} from '#store/people/sign-in-flows.ts'
import { flowSeconds, handleLength } from './flow-secrets.ts'

type Parts = Pick<Services, 'data' | 'time'>

/**
 * Draws a challenge for somebody who is signed in. It is good for ten minutes, once, for that person and for one thing:
 * a new passkey (`make`) or a proof (`prove`).
 */
export async function drawChallenge(
  { data, time }: Parts,
  organizationId: number,
  {
    userId,
    use,
    userHandle,
  }: {
    readonly userId: number
    readonly use: ChallengeUse
    /** The name by which the authenticator will know the person. */
    readonly userHandle?: string
  },
): Promise<string> {
  const challenge = time.random.token(handleLength)
  await data.transact(organizationId, async (tx) => {
    await deleteEndedFlows(tx)
    const flow = {
      provider: use,
      purpose: 'passkey',
      userId,
      data: { next: '/', ...(userHandle !== undefined && { userHandle }) },
    } as const
    await insertSignInFlow(tx, challenge, flow, tx.now + flowSeconds)
  })
  return encoded(challenge)
}

export type ChallengeUse = 'make' | 'prove'

/** Uses a challenge up, and returns what was kept with it; undefined for one that was never drawn for this, was used, or has ended. */
export function spendChallenge(
  { data }: Parts,
  organizationId: number,
  {
    challenge,
    userId,
    use,
  }: { readonly challenge: string; readonly userId: number; readonly use: ChallengeUse },
): Promise<SignInFlow['data'] | undefined> {
  const handle = Buffer.from(challenge, 'base64url').toString('latin1')
  return data.transact(organizationId, async (tx) => {
    const flow = await findSignInFlow(tx.db, { organizationId, handle, now: tx.now })
    if (flow?.purpose !== 'passkey' || flow.userId !== userId || flow.provider !== use) return undefined
    return (await deleteSignInFlow(tx, handle)) ? flow.data : undefined
  })
}

/** A challenge as browsers take it. */
export const encoded = (challenge: string): string => Buffer.from(challenge, 'latin1').toString('base64url')

/** The challenge that a browser's answer is about; undefined for something else. It proves nothing yet. */
export function challengeOf(answer: unknown): string | undefined {
  try {
    const { response } = answer as { response: { clientDataJSON: string } }
    const said = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown
    }
    return typeof said.challenge === 'string' ? said.challenge : undefined
  } catch {
    return undefined
  }
}
