import type { Patience } from '#jobs/back-off.ts'

/** In seconds. After a day, a notification or registration is out of date. */
export const patience: Patience = { firstWait: 5, longestWait: 3600, giveUpAfter: 24 * 3600 }
