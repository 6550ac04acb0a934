import { limits } from '@tagma/contract/limits.ts'
import { badQueue, queuesEnded } from '#events/ended-queues.ts'
import type { EventHub } from '#events/event-hub.ts'
import { nobody } from '#model/audience.ts'
import { newestLogId, logIdBefore } from '#store/log/event-log.ts'
import {
  countQueues,
  deleteQueues,
  listQueuesBehind,
  listQueuesOfUser,
  oldestQueuePosition,
} from '#store/log/event-queues.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'

/** Tells whether another queue of a user needs room. */
export const hasMostQueues = async (db: Db, userId: number, most: number = limits.maxQueuesPerUser) =>
  (await countQueues(db, userId)) >= most

/**
 * Makes room for another queue of a user: if there are `most`, the queue polled longest ago ends. Queues with a parked
 * poll in this process come last.
 */
export async function makeRoomForQueue(
  tx: Tx,
  events: Pick<EventHub, 'queuesOf'>,
  userId: number,
  most: number = limits.maxQueuesPerUser,
): Promise<void> {
  if (!(await hasMostQueues(tx.db, userId, most))) return
  const parked = new Set(
    events
      .queuesOf(tx.organizationId)
      .filter((queue) => queue.userId === userId && queue.parked)
      .map(({ id }) => id),
  )
  const ids = (await listQueuesOfUser(tx.db, userId)).toSorted(
    (a, b) => Number(parked.has(a)) - Number(parked.has(b)),
  )
  await end(tx, ids.slice(0, ids.length - most + 1))
}

/**
 * Ends the queues of an organization that are more than `most` events behind and were not polled for the default life
 * of a queue. So a forgotten client does not make the log grow for a week.
 */
export async function endQueuesFarBehind(tx: Tx, most: number = limits.maxMissedEvents): Promise<void> {
  const oldest = await oldestQueuePosition(tx.db, tx.organizationId)
  // Ids count all organizations, so the difference is never too small.
  if (oldest === undefined || (await newestLogId(tx.db, tx.organizationId)) - oldest <= most) return
  const position = await logIdBefore(tx.db, tx.organizationId, most + 1)
  if (position === undefined) return
  await end(tx, await listQueuesBehind(tx, { position, before: tx.now - limits.idleQueueSeconds }))
}

async function end(tx: Tx, queueIds: readonly string[]): Promise<void> {
  if (queueIds.length === 0) return
  await deleteQueues(tx, queueIds)
  const { code } = badQueue('')
  tx.emit(queuesEnded({ queueIds }, code, 'This event queue has given way: register a new queue.'), nobody)
}
