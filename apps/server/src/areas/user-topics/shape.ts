import type { Shaper } from '#events/shaper.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'

/** The empty topic goes by a name for clients that know of none. */
export const userTopicShaper: Shaper = {
  type: 'user_topic',
  shape(body, viewer) {
    const isNamed = body.topic_name === '' && !viewer.capabilities.empty_topic_name
    return isNamed
      ? { key: 'named', shared: () => ({ ...body, topic_name: emptyTopicName }) }
      : { key: '', shared: () => body }
  },
}
