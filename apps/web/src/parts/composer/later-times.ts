import { fieldTime, momentOf } from '#state/zoned-time.ts'

/** A time to choose by its name. */
export interface LaterTime {
  readonly name: 'hour' | 'evening' | 'tomorrow' | 'monday'
  /** In milliseconds since 1970. */
  readonly at: number
}

const hour = 3_600_000
const day = 24 * hour

/**
 * Returns the times that a menu offers, the next one first. Days and hours are counted in the time zone (empty: the device's).
 * `now` is in milliseconds since 1970.
 */
export function laterTimes(now: number, timeZone: string): LaterTime[] {
  const today = Date.parse(fieldTime(now, timeZone).slice(0, 10))
  const at = (days: number, time: string) => {
    const date = new Date(today + days * day).toISOString().slice(0, 10)
    return momentOf(`${date}T${time}`, timeZone)
  }
  const evening = at(0, '18:00')
  const daysToMonday = (8 - new Date(today).getUTCDay()) % 7 || 7
  return [
    { name: 'hour', at: now + hour },
    ...(evening - now > 2 * hour ? [{ name: 'evening', at: evening } as const] : []),
    { name: 'tomorrow', at: at(1, '09:00') },
    // On a Sunday, Monday is tomorrow.
    ...(daysToMonday > 1 ? [{ name: 'monday', at: at(daysToMonday, '09:00') } as const] : []),
  ]
}
