import * as z from 'zod'
import { field } from '../define.ts'
import { mutedTopic, userTopic } from '../objects/user-topic.ts'

/** The part of the registration response that holds what the user said about topics. */
export const topicsRegistration = {
  user_topics: field(z.array(userTopic).optional(), 'Topics that the user muted, unmuted or follows.', {
    since: 134,
  }),
  muted_topics: field(
    z.array(mutedTopic).optional(),
    'Muted topics: channel name, topic, UNIX seconds. Not for clients that name `user_topic` as well.',
    {
      deprecated: 134,
    },
  ),
}
