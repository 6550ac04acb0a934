import type { Shaper } from '#events/shaper.ts'
import { emptyTopicName } from './render-content.ts'

/** Deletions name one message to clients that know no lists, and the empty topic to those that need it named. */
export const deleteMessageShaper: Shaper = {
  type: 'delete_message',
  shape(body, { capabilities }) {
    const { message_ids, ...rest } = body
    const ids = message_ids as readonly number[]
    const isBulk = (capabilities.bulk_message_deletion ?? false) || ids.length !== 1
    const isNamed = capabilities.empty_topic_name ?? false
    return {
      key: `${isBulk} ${isNamed}`,
      shared: () => ({
        ...rest,
        ...(isBulk ? { message_ids: ids } : { message_id: ids[0] }),
        ...(rest.topic === '' && !isNamed ? { topic: emptyTopicName } : {}),
      }),
    }
  },
}
