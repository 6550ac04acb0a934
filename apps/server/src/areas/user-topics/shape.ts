import type { Shaper } from '#events/shaper.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'

/** Shapes visibility policies: clients without the empty topic get its name. */
export const userTopicShaper: Shaper<'user_topic'> = {
  type: 'user_topic',
  shape(body, viewer) {
    const isNamed = body.topic_name === '' && !viewer.capabilities.empty_topic_name
    return isNamed
      ? { key: 'named', shared: () => ({ ...body, topic_name: emptyTopicName }) }
      : { key: '', shared: () => body }
  },
}
