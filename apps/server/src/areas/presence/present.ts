import type { LegacyPresence, Presence } from '@tagma/contract/objects/presence.ts'
import type { PresenceRow } from '#model/presence-row.ts'

/** Presents presence for modern clients: the two times. */
export const presentPresence = (entry: PresenceRow): Presence => ({
  active_timestamp: entry.activeAt,
  idle_timestamp: entry.seenAt,
})

/** Last reported status of a user, with its time. */
export const lastStatus = (entry: PresenceRow) => ({ status: entry.status, timestamp: entry.seenAt })

/**
 * Presents presence for older clients: the last status twice, once for all clients together and once as if from the
 * website.
 */
export function presentLegacyPresence(entry: PresenceRow): LegacyPresence {
  const shared = { client: 'website' as const, ...lastStatus(entry) }
  return { aggregated: shared, website: { ...shared, pushable: false } }
}
