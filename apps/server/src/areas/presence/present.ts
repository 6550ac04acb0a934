import type { LegacyPresence, Presence } from '@tagma/contract/objects/presence.ts'
import type { PresenceRow } from '#model/presence-row.ts'

/** Presence as modern clients read it: the two times. */
export const presentPresence = (entry: PresenceRow): Presence => ({
  active_timestamp: entry.activeAt,
  idle_timestamp: entry.seenAt,
})

/** What the user was when last heard of, and when. */
export const lastStatus = (entry: PresenceRow) => ({ status: entry.status, timestamp: entry.seenAt })

/** Presence as older clients read it: the last status, once for all clients together and once as if from the website. */
export function presentLegacyPresence(entry: PresenceRow): LegacyPresence {
  const shared = { client: 'website' as const, ...lastStatus(entry) }
  return { aggregated: shared, website: { ...shared, pushable: false } }
}
