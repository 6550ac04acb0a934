import { deleteQueue } from '@tagma/contract/endpoints/events/delete-queue.ts'
import { handle } from '#call/call.ts'
import { removeQueue } from '../remove-queue.ts'

export const deleteQueueHandler = handle(deleteQueue, async (call, { queue_id }) => {
  await removeQueue(call, queue_id)
  return {}
})
