import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { handle } from '#call/call.ts'
import { JsonFields } from '#call/json-fields.ts'
import { badRequest } from '#model/refusal.ts'
import { registerQueue } from '../register-queue.ts'

export const getEventsHandler = handle(getEvents, async (call, args) => {
  let { queue_id: queueId, last_event_id: lastEventId } = args
  if (queueId === undefined) {
    const registered = await registerQueue(call, args, [])
    if (registered.queue_id === null) throw new Error('A queue was registered without an id')
    queueId = registered.queue_id
    lastEventId = registered.last_event_id
  } else if (lastEventId === undefined) {
    throw badRequest("Missing 'last_event_id' argument")
  }
  const events = await call.services.live.events.poll({
    queueId,
    user: call.caller,
    lastEventId,
    dontBlock: args.dont_block,
    caller: call.waiting,
  })
  return new JsonFields(`"events":${events},"queue_id":${JSON.stringify(queueId)}`)
})
