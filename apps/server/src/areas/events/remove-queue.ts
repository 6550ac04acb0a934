import type { Call } from '#server/call.ts'
import { deleteQueue } from '#store/event-queues.ts'

/** Ends a queue of the caller's, here and in the database. */
export async function removeQueue({ caller, services, transact }: Call, id: string): Promise<void> {
  await services.events.remove(id, caller)
  await transact((tx) => deleteQueue(tx, id))
}
