import { settingOf } from '#directory/organization-directory.ts'
import type { Shaper } from '#events/shaper.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'

/** Shapes typing in edits: only for viewers who want to see it; clients without the empty topic get its name. */
export const editTypingShaper: Shaper = {
  type: 'typing_edit_message',
  shape(body, viewer) {
    if (!settingOf(viewer.user, 'receives_typing_notifications')) return undefined
    const recipient = body.recipient as { type: string; topic?: string }
    if (recipient.topic !== '' || viewer.capabilities.empty_topic_name) return { key: '', shared: () => body }
    return {
      key: 'named topic',
      shared: () => ({ ...body, recipient: { ...recipient, topic: emptyTopicName } }),
    }
  },
}
