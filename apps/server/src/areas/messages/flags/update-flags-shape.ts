import type { Shaper } from '#events/shaper.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'

/** Shapes changes of flags: for messages that are unread again, clients without the empty topic get its name. */
export const updateFlagsShaper: Shaper<'update_message_flags'> = {
  type: 'update_message_flags',
  shape(body, { capabilities }) {
    const details = body.op === 'remove' ? body.message_details : undefined
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
