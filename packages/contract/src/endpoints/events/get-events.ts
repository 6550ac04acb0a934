import * as z from 'zod'
import { endpoint, field, json, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { queueParameters } from './register-queue.ts'

export const getEvents = endpoint({
  id: 'get-events',
  method: 'GET',
  path: '/events',
  role: 'guest',
  scope: 'events',
  summary: 'Wait for the events of a queue.',
  doc: 'Pass the largest event id you have received as `last_event_id`: this acknowledges all events up to it. The call answers at once if there are newer events. Otherwise it waits for one, and after a while answers with a heartbeat. A call without `queue_id` first registers a queue, with the parameters of POST /register.\n\nQueues survive a restart of the server: clients continue as before. After an upgrade to another version they get an event `restart`. After an upgrade to another feature level the queue is gone. The client then registers again and learns the new level from the answer.\n\nWith the header `Accept: text/event-stream` the same queue comes as a stream of server-sent events: `id`, `event` (the type) and `data` (the object that a poll has). The header `Last-Event-ID` wins over `last_event_id`. What was written two and a half minutes ago counts as received; a client that comes back earlier gets all that it misses.',
  params: {
    queue_id: text(z.string().optional(), 'The queue.'),
    last_event_id: json(z.int().optional(), 'The largest event id received so far.'),
    dont_block: json(z.boolean().default(false), 'Whether to answer at once, even without events.'),
    ...queueParameters,
  },
  returns: {
    events: field(
      z.array(
        z.looseObject({
          type: field(z.string(), 'The kind of event. It decides which other fields the event has.'),
          id: field(z.int(), 'The id of the event in its queue.'),
        }),
      ),
      'The events. Their ids increase but may have gaps.',
    ),
    queue_id: field(z.string(), 'The queue.'),
  },
  errors: [
    {
      code: 'BAD_EVENT_QUEUE_ID',
      when: `The queue does not exist, belongs to somebody else, has expired, was registered under another feature level, or was ended by a limit: a user has at most ${limits.maxQueuesPerUser} queues, and a queue that nobody polls ends after ${limits.maxMissedEvents} missed events.`,
    },
    {
      code: 'BAD_REQUEST',
      when: '`last_event_id` is missing for a queue that exists, the queue never had an event with this id, or the header `Last-Event-ID` is not a number.',
    },
  ],
  example: {
    request: { queue_id: 'f3cdaca9-8e0c-4b4f-9d6c-6b1f5b4a9a5e', last_event_id: -1 },
    response: {
      events: [{ type: 'heartbeat', id: 65537 }],
      queue_id: 'f3cdaca9-8e0c-4b4f-9d6c-6b1f5b4a9a5e',
    },
  },
})
