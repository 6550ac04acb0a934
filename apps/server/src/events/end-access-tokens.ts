import { nobody } from '#model/audience.ts'
import { deleteQueues, listQueuesOfCredentials } from '#store/log/event-queues.ts'
import type { Tx } from '#store/log/tx.ts'
import { deleteAccessTokens, listAccessTokens } from '#store/people/access-tokens.ts'
import { deleteUnusedCodes } from '#store/people/oauth-grants.ts'
import { queuesEnded } from './ended-queues.ts'

/** Sentence for a program whose access token is not, or no longer, good. */
export const tokenEnded = 'This access token has ended, or never was: make a new one.'

/** Ends access tokens of a user, with the event queues that they registered. Parked polls get the error. */
export async function endAccessTokens(tx: Tx, userId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const queueIds = await listQueuesOfCredentials(tx.db, 'token', ids)
  await deleteAccessTokens(tx, userId, ids)
  tx.endAccess()
  tx.audit('token.ended', { kind: 'user', id: userId }, { tokens: ids })
  if (queueIds.length === 0) return
  await deleteQueues(tx, queueIds)
  tx.emit(queuesEnded({ queueIds }, 'INVALID_API_KEY', tokenEnded), nobody)
}

/** Ends all access tokens of a user, and codes that programs could exchange for one. */
export async function endAllAccessTokens(tx: Tx, userId: number): Promise<void> {
  await deleteUnusedCodes(tx, { before: tx.now + 1, userId })
  const tokens = await listAccessTokens(tx.db, [userId])
  await endAccessTokens(
    tx,
    userId,
    tokens.map(({ id }) => id),
  )
}

/** Ends the access of all programs that a user has let in by OAuth. */
export async function endAgentTokens(tx: Tx, userId: number): Promise<void> {
  await deleteUnusedCodes(tx, { before: tx.now + 1, userId })
  const tokens = (await listAccessTokens(tx.db, [userId])).filter(({ goodUntil }) => goodUntil !== null)
  await endAccessTokens(
    tx,
    userId,
    tokens.map(({ id }) => id),
  )
}
