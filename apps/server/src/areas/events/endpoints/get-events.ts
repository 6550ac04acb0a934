import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { handle } from '#call/call.ts'
import { JsonFields } from '#call/json-fields.ts'
import { StreamedAnswer } from '#call/streamed-answer.ts'
import { asList } from '#events/event-queue.ts'
import { badRequest } from '#model/refusal.ts'
import { registerQueue } from '../register-queue.ts'
import { streamEvents } from '../stream-events.ts'

export const getEventsHandler = handle(getEvents, async (call, args) => {
  const isStream = /\btext\/event-stream\b/i.test(call.accepts)
  let { queue_id: queueId, last_event_id: lastEventId } = args
  if (isStream && queueId !== undefined && call.lastEventId !== undefined)
    lastEventId = parseEventId(call.lastEventId)
  let beginning = ''
  if (queueId === undefined) {
    const registered = await registerQueue(call, args, [])
    if (registered.queue_id === null) throw new Error('A queue was registered without an id')
    queueId = registered.queue_id
    lastEventId = registered.last_event_id
    const { queue_id, last_event_id } = registered
    beginning = `event: registered\ndata: ${JSON.stringify({ queue_id, last_event_id })}\n\n`
  } else if (lastEventId === undefined) {
    throw badRequest("Missing 'last_event_id' argument")
  }
  if (isStream) {
    const texts = await streamEvents(call, { queueId, lastEventId, beginning })
    return new StreamedAnswer('text/event-stream', texts)
  }
  const events = await call.services.live.events.poll({
    queueId,
    user: call.caller,
    lastEventId,
    dontBlock: args.dont_block,
    caller: call.waiting,
    write: asList,
  })
  return new JsonFields(`"events":${events},"queue_id":${JSON.stringify(queueId)}`)
})

function parseEventId(text: string): number {
  if (!/^-?\d{1,16}$/.test(text)) throw badRequest('The header Last-Event-ID is not the id of an event.')
  return Number(text)
}
