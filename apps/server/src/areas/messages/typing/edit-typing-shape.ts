import { settingOf } from '#directory/organization-directory.ts'
import type { Shaper } from '#events/shaper.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'

/** Shapes typing in edits: only for viewers who want to see it; clients without the empty topic get its name. */
export const editTypingShaper: Shaper<'typing_edit_message'> = {
  type: 'typing_edit_message',
  shape(body, viewer) {
    if (!settingOf(viewer.user, 'receives_typing_notifications')) return undefined
    const { recipient } = body
    const isNamed = recipient.type === 'channel' && recipient.topic === ''
    if (!isNamed || viewer.capabilities.empty_topic_name) return { key: '', shared: () => body }
    return {
      key: 'named topic',
      shared: () => ({ ...body, recipient: { ...recipient, topic: emptyTopicName } }),
    }
  },
}
