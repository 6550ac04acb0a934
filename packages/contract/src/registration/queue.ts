import * as z from 'zod'
import { field } from '../define.ts'

/** The fields that every registration response has. */
export const queueRegistration = {
  queue_id: field(z.string().nullable(), 'Id of the queue.'),
  last_event_id: field(z.int(), 'The first `last_event_id` to poll with.'),
  zulip_version: field(z.string(), 'The version of the API that the feature level belongs to.'),
  zulip_feature_level: field(z.int(), 'Feature level of the API.', { since: 1 }),
  zulip_merge_base: field(z.string(), 'The same as `zulip_version`.', { since: 88 }),
  event_queue_longpoll_timeout_seconds: field(
    z.int(),
    'The timeout that clients should set for a poll, in seconds.',
    { since: 74 },
  ),
  idle_queue_timeout_secs: field(z.int(), 'Seconds that this queue lives without being polled.', {
    since: 481,
  }),
}
