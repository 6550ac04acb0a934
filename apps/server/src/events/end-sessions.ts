import { nobody } from '#model/audience.ts'
import { deleteQueues, listQueuesOfCredentials } from '#store/log/event-queues.ts'
import type { Tx } from '#store/log/tx.ts'
import { webPushesOfSessions } from '#store/notifying/web-push-subscriptions.ts'
import { deleteSessions, listSessions } from '#store/people/sessions.ts'
import { queuesEnded } from './ended-queues.ts'

/** Ends sessions of a user, with the event queues that they registered. Parked polls get the error. */
export async function endSessions(tx: Tx, userId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const queueIds = await listQueuesOfCredentials(tx.db, 'session', ids)
  const browsers = await webPushesOfSessions(tx.db, ids)
  await deleteSessions(tx, userId, ids)
  tx.endAccess()
  tx.audit('session.ended', { kind: 'user', id: userId }, { sessions: ids })
  // The browsers of these sessions get no more notifications.
  if (browsers.length > 0) tx.emit({ type: 'tagma_push_devices' }, { users: [userId] })
  if (queueIds.length === 0) return
  await deleteQueues(tx, queueIds)
  tx.emit(queuesEnded({ queueIds }, 'UNAUTHORIZED', signedOut), nobody)
}

/** Sentence for somebody whose session has ended. */
export const signedOut = 'Your session has ended: sign in again.'

/** Ends all sessions of a user but the one to keep. Returns how many ended. */
export async function endAllSessions(tx: Tx, userId: number, keep?: number): Promise<number> {
  const sessions = await listSessions(tx.db, userId)
  const ids = sessions.map(({ id }) => id).filter((id) => id !== keep)
  await endSessions(tx, userId, ids)
  return ids.length
}
