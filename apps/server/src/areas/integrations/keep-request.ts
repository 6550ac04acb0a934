import type { RawBody } from '@tagma/contract/define.ts'
import type { Integration } from '@tagma/integrations/integration.ts'
import type { Call } from '#call/call.ts'
import type { Tx } from '#store/log/tx.ts'
import { keepPayload } from '#store/people/hook-payloads.ts'

/** In bytes: a larger payload is not kept, only what became of it. */
const largestKept = 64 * 1024

/** Keeps a request for the people who set the bot up, with the number of its messages and what was wrong, if anything. */
export type KeepRequest = (
  tx: Tx,
  outcome: { readonly posts: number; readonly problem?: string | undefined },
) => Promise<void>

/** Returns a function that keeps a request. Undefined for a person’s own key: they see the answers themselves. */
export function keepingRequest(
  { caller }: Pick<Call, 'caller'>,
  { name }: Integration,
  { bytes }: RawBody,
  payload: unknown,
): KeepRequest | undefined {
  if (caller.botType === null) return undefined
  return (tx, { posts, problem = '' }) =>
    keepPayload(tx, {
      user_id: caller.id,
      integration: name,
      posts,
      problem,
      payload: payload === undefined || bytes.byteLength > largestKept ? null : JSON.stringify(payload),
    })
}
