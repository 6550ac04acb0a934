import type { Shaper } from '#events/shaper.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'

/**
 * Shapes deletions: clients without lists get one event for each message; clients without the empty topic get its name.
 */
export const deleteMessageShaper: Shaper<'delete_message'> = {
  type: 'delete_message',
  shape(body, { capabilities }) {
    const { message_ids: ids, ...rest } = body
    const isBulk = capabilities.bulk_message_deletion ?? false
    const isNamed = capabilities.empty_topic_name ?? false
    return {
      key: `${isBulk} ${isNamed}`,
      shared: () => {
        const named = rest.topic === '' && !isNamed ? { ...rest, topic: emptyTopicName } : rest
        return isBulk ? { ...named, message_ids: ids } : ids.map((message_id) => ({ ...named, message_id }))
      },
    }
  },
}
