import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { snapshots } from '#areas/snapshots.ts'
import { handle } from '#server/call.ts'
import { registerQueue as register } from '../register-queue.ts'

export const registerQueueHandler = handle(registerQueue, (call, args) => register(call, args, snapshots))
