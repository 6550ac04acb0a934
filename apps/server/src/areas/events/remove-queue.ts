import type { Call } from '#call/call.ts'
import { badQueue, queuesEnded } from '#events/ended-queues.ts'
import { nobody } from '#model/audience.ts'
import { deleteQueue, findQueue } from '#store/log/event-queues.ts'

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
