import type { Patience } from '#jobs/back-off.ts'

/** How long the push service may be away: a notification, or a registration, of yesterday is no news. */
export const patience: Patience = { firstWait: 5, longestWait: 3600, giveUpAfter: 24 * 3600 }
