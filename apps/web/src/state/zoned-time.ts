import { dateFormat, zoneFor } from '#words/date-format.ts'

// Moments, in milliseconds since 1970, as fields of forms have them in a time zone: `2026-11-22T14:02`. An empty zone, or one
// that this browser does not know, is that of the device.

/** Returns a moment as `<input type="datetime-local">` takes it. */
export const fieldTime = (at: number, timeZone: string): string => shownAt(at, timeZone).slice(0, 16)

/**
 * Returns the moment that such a field says, or NaN for an empty one. A time that clocks leave out, as they are set forward,
 * is the time as long after that moment.
 */
export function momentOf(field: string, timeZone: string): number {
  const shown = Date.parse(`${field}Z`)
  if (Number.isNaN(shown)) return shown
  // Clocks may be set on the way from one to the other.
  const ahead = (at: number) => Date.parse(`${shownAt(at, timeZone)}Z`) - at
  const first = shown - ahead(shown)
  return shown - ahead(first)
}

const shownAt = (at: number, timeZone: string): string =>
  dateFormat('sv', { ...zoneFor(timeZone), dateStyle: 'short', timeStyle: 'medium' })
    .format(at)
    .replace(' ', 'T')
