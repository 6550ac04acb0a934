import { largestMessageId } from '@tagma/contract/limits.ts'

/** Number of messages that a client wants on each side of an anchor. */
export interface WindowRequest {
  readonly anchor: number
  readonly numBefore: number
  readonly numAfter: number
  readonly includeAnchor: boolean
}

/**
 * Number of rows to read on each side: the anchor, the wanted ones, and one more that tells whether there are others.
 */
export interface WindowPlan {
  readonly before: number
  readonly after: number
  readonly isAtNewest: boolean
  readonly isAtOldest: boolean
}

/** An anchor beyond every message counts as the newest or oldest one. */
export function planWindow({ anchor, numBefore, numAfter }: WindowRequest): WindowPlan {
  const isAtNewest = anchor >= largestMessageId
  const isAtOldest = anchor <= 0
  return {
    before: isAtOldest ? 0 : numBefore + 1,
    after: isAtNewest ? 0 : numAfter + 2,
    isAtNewest,
    isAtOldest,
  }
}

export interface Window<T> {
  readonly messages: T[]
  readonly foundAnchor: boolean
  readonly foundOldest: boolean
  readonly foundNewest: boolean
}

/**
 * Cuts the rows read to the rows asked for. `before` holds smaller ids than the anchor, nearest first; `after` holds
 * the anchor's id and larger ones, nearest first.
 */
export function cutWindow<T extends { readonly id: number }>(
  request: WindowRequest,
  plan: WindowPlan,
  before: readonly T[],
  after: readonly T[],
): Window<T> {
  const anchor = after[0]?.id === request.anchor ? after[0] : undefined
  const later = anchor ? after.slice(1) : after
  const takenBefore = before.slice(0, request.numBefore)
  const takenAfter = later.slice(0, request.numAfter)
  return {
    messages: [
      ...takenBefore.toReversed(),
      ...(anchor && request.includeAnchor ? [anchor] : []),
      ...takenAfter,
    ],
    foundAnchor: anchor !== undefined && request.includeAnchor,
    foundOldest: plan.isAtOldest || before.length <= request.numBefore,
    foundNewest: plan.isAtNewest || later.length <= request.numAfter,
  }
}
