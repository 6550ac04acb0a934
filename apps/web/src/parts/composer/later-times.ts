/** A time to send a message at. */
export interface LaterTime {
  readonly name: 'hour' | 'evening' | 'tomorrow' | 'monday'
  readonly date: Date
}

const hour = 3_600_000

/** Returns the times that are offered, the next one first, by the clock and the zone of this device. */
export function laterTimes(now: Date): LaterTime[] {
  const at = (daysFromNow: number, hours: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysFromNow, hours)
  const evening = at(0, 18)
  const daysToMonday = (8 - now.getDay()) % 7 || 7
  return [
    { name: 'hour', date: new Date(now.getTime() + hour) },
    ...(evening.getTime() - now.getTime() > 2 * hour ? [{ name: 'evening', date: evening } as const] : []),
    { name: 'tomorrow', date: at(1, 9) },
    // On a Sunday, Monday is tomorrow.
    ...(daysToMonday > 1 ? [{ name: 'monday', date: at(daysToMonday, 9) } as const] : []),
  ]
}

/** Returns a date as `<input type="datetime-local">` takes it: `2026-11-22T14:02`. */
export function localValue(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}
