import { registerQueue as endpoint } from '@tagma/contract/endpoints/events/register-queue.ts'
import { isSpectator } from '@tagma/rules/spectator.ts'
import { snapshots } from '#areas/tables/snapshots.ts'
import { handle } from '#call/call.ts'
import { jsonFields } from '#call/json-fields.ts'
import { readAsSpectator, registerQueue } from '../register-queue.ts'

export const registerQueueHandler = handle(endpoint, async (call, args) =>
  jsonFields(await (isSpectator(call.caller) ? readAsSpectator : registerQueue)(call, args, snapshots)),
)
