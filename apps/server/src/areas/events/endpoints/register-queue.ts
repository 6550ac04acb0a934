import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { snapshots } from '#areas/snapshots.ts'
import { handle, jsonFields } from '#server/call.ts'
import { registerQueue as register } from '../register-queue.ts'

export const registerQueueHandler = handle(registerQueue, async (call, args) =>
  jsonFields(await register(call, args, snapshots)),
)
