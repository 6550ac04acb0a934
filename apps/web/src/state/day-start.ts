import { momentOf } from './zoned-time.ts'

/**
 * Returns the moment at which a day begins in a time zone. `day`: `2026-11-22`. An empty zone is that of the device. Where
 * clocks are set forward at midnight, it is the first moment of the day.
 */
export const dayStart = (day: string, timeZone: string): Date => new Date(momentOf(`${day}T00:00`, timeZone))
