/**
 * Returns the moment at which a day begins in a time zone. `day`: `2026-11-22`. An empty zone is that of the device. Where
 * clocks are set forward at midnight, it is the first moment of the day.
 */
export function dayStart(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // Clocks may be set on the way from one midnight to the other.
  const ahead = (at: number) => shownAt(at, timeZone) - at
  const first = midnight - ahead(midnight)
  return new Date(midnight - ahead(first))
}

function shownAt(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('sv', {
    ...(timeZone === '' ? {} : { timeZone }),
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`)
}
