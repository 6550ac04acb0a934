import type { Payload } from '@tagma/contract/define.ts'
import type { updateMessageFlagsRemoveEvent } from '@tagma/contract/events/update-message-flags.ts'
import type { Shaper } from '#events/shaper.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'

type Details = Payload<typeof updateMessageFlagsRemoveEvent>['message_details']

/** Shapes changes of flags: for messages that are unread again, clients without the empty topic get its name. */
export const updateFlagsShaper: Shaper = {
  type: 'update_message_flags',
  shape(body, { capabilities }) {
    const details = body.message_details as Details
    if (details === undefined || capabilities.empty_topic_name) return { key: '', shared: () => body }
    return {
      key: 'named topics',
      shared: () => ({
        ...body,
        message_details: Object.fromEntries(
          Object.entries(details).map(([id, one]) => [
            id,
            one.topic === '' ? { ...one, topic: emptyTopicName } : one,
          ]),
        ),
      }),
    }
  },
}
