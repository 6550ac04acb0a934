import * as z from 'zod'
import { endpoint, field, json, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { queueParameters } from './register-queue.ts'

export const getEvents = endpoint({
  id: 'get-events',
  method: 'GET',
  path: '/events',
  role: 'guest',
  summary: 'Wait for events of a queue.',
  doc: 'Answers at once when there are events with ids above `last_event_id`, otherwise when one comes; after a while a heartbeat comes. Passing `last_event_id` acknowledges everything up to it. Without `queue_id`, a queue is registered with the parameters of POST /register on the way.\n\nQueues outlast a restart of the server, so there is no event `restart`: the client goes on as if nothing had happened. Where the restart was an upgrade to another feature level, the queue is gone, and the client learns of the level by registering anew.',
  params: {
    queue_id: text(z.string().optional(), 'The queue.'),
    last_event_id: json(z.int().optional(), 'The largest event id received so far.'),
    dont_block: json(z.boolean().default(false), 'Whether to answer at once even when there is nothing.'),
    ...queueParameters,
  },
  returns: {
    events: field(
      z.array(
        z.looseObject({
          type: field(z.string(), 'What kind of event it is; says which fields it has besides.'),
          id: field(z.int(), 'Id of the event in its queue.'),
        }),
      ),
      'The events, ids increasing but not consecutive.',
    ),
    queue_id: field(z.string(), 'The queue.'),
  },
  errors: [
    {
      code: 'BAD_EVENT_QUEUE_ID',
      when: `The queue does not exist, belongs to somebody else, has expired, was registered under another feature level, or gave way: a user has at most ${limits.maxQueuesPerUser} queues, and an unpolled one ends after ${limits.maxMissedEvents} missed events.`,
    },
    { code: 'BAD_REQUEST', when: '`last_event_id` is missing for a queue that exists.' },
  ],
  example: {
    request: { queue_id: 'f3cdaca9-8e0c-4b4f-9d6c-6b1f5b4a9a5e', last_event_id: -1 },
    response: {
      events: [{ type: 'heartbeat', id: 65537 }],
      queue_id: 'f3cdaca9-8e0c-4b4f-9d6c-6b1f5b4a9a5e',
    },
  },
})
