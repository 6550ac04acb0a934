import { settingOf } from '#directory/organization-directory.ts'
import type { Shaper } from '#events/shaper.ts'

/** Typing reaches only those who want to see it, in clients that understand the form for channels. */
export const typingShaper: Shaper = {
  type: 'typing',
  shape(body, viewer) {
    if (!settingOf(viewer.user, 'receives_typing_notifications')) return undefined
    if (body.message_type === 'stream' && !viewer.capabilities.stream_typing_notifications) return undefined
    return { key: '', shared: () => body }
  },
}
