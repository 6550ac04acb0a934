import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { snapshots } from '#areas/snapshots.ts'
import { isSpectator } from '#directory/spectator.ts'
import { handle } from '#server/call.ts'
import { jsonFields } from '#server/json-fields.ts'
import { readAsSpectator, registerQueue as register } from '../register-queue.ts'

export const registerQueueHandler = handle(registerQueue, async (call, args) =>
  jsonFields(await (isSpectator(call.caller) ? readAsSpectator : register)(call, args, snapshots)),
)
