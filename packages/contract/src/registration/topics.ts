import * as z from 'zod'
import { field } from '../define.ts'
import { mutedTopic, userTopic } from '../objects/user-topic.ts'

/** The user's visibility policies for topics, in the registration response. */
export const topicsRegistration = {
  user_topics: field(z.array(userTopic).optional(), 'Topics that the user muted, unmuted or follows.', {
    since: 134,
  }),
  muted_topics: field(
    z.array(mutedTopic).optional(),
    'Muted topics: channel name, topic, UNIX seconds. Missing if the client also requests `user_topic`.',
    {
      deprecated: 134,
    },
  ),
}
