import type { Shaper } from '#events/shaper.ts'
import type { PresenceRow } from '#store/presence.ts'
import { presentLegacyPresence, presentPresence } from './present.ts'

/** Somebody who came online, in the format that the client understands. */
export const presenceShaper: Shaper = {
  type: 'presence',
  shape(body, viewer, _prepared, directory) {
    const { entry, at } = body as unknown as { entry: PresenceRow; at: number }
    if (viewer.capabilities.simplified_presence_events) {
      return {
        key: 'modern',
        shared: () => ({ type: 'presence', presences: { [entry.userId]: presentPresence(entry) } }),
      }
    }
    return {
      key: 'legacy',
      shared: () => ({
        type: 'presence',
        user_id: entry.userId,
        email: directory.users.get(entry.userId)?.email ?? '',
        server_timestamp: at,
        presence: { website: presentLegacyPresence(entry).website },
      }),
    }
  },
}
