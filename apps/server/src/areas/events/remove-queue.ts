import { nobody } from '#events/audience.ts'
import { badQueue, queuesEnded } from '#events/ended-queues.ts'
import type { Call } from '#server/call.ts'
import { deleteQueue, findQueue } from '#store/event-queues.ts'

/** Ends a queue of the caller's, in every process that serves it. */
export async function removeQueue({ caller, transact }: Call, id: string): Promise<void> {
  await transact(async (tx) => {
    const queue = await findQueue(tx.db, id)
    const error = badQueue(id)
    if (queue?.userId !== caller.id || queue.organizationId !== tx.organizationId) throw error
    await deleteQueue(tx, id)
    tx.emit(queuesEnded({ queueIds: [id] }, error.code, error.message), nobody)
  })
}
