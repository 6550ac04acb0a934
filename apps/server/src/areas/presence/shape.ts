import { fakeEmail } from '#directory/api-email.ts'
import type { Shaper } from '#events/shaper.ts'
import { presentLegacyPresence, presentPresence } from './present.ts'

/** Shapes the announcement of a user who came online, in the format that the client understands. */
export const presenceShaper: Shaper<'presence'> = {
  type: 'presence',
  shape({ entry, at, unseenBy }, viewer, _prepared, directory) {
    if (viewer.capabilities.simplified_presence_events) {
      return {
        key: 'modern',
        shared: () => ({ type: 'presence', presences: { [entry.userId]: presentPresence(entry) } }),
      }
    }
    const isUnseen = unseenBy.includes(viewer.user.id)
    return {
      key: isUnseen ? 'legacy, unseen' : 'legacy',
      shared: () => ({
        type: 'presence',
        user_id: entry.userId,
        email: isUnseen ? fakeEmail(entry.userId) : (directory.users.get(entry.userId)?.email ?? ''),
        server_timestamp: at,
        presence: { website: presentLegacyPresence(entry).website },
      }),
    }
  },
}
