import { settingOf } from '#directory/organization-directory.ts'
import type { Shaper } from '#events/shaper.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'

/**
 * Shapes typing: only for viewers who want to see it, in clients that know typing in channels; clients without the
 * empty topic get its name.
 */
export const typingShaper: Shaper<'typing'> = {
  type: 'typing',
  shape(body, viewer) {
    if (!settingOf(viewer.user, 'receives_typing_notifications')) return undefined
    if (body.message_type === 'stream' && !viewer.capabilities.stream_typing_notifications) return undefined
    if (body.topic !== '' || viewer.capabilities.empty_topic_name) return { key: '', shared: () => body }
    return { key: 'named topic', shared: () => ({ ...body, topic: emptyTopicName }) }
  },
}
