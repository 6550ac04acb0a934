import { dateFormat, zoneFor } from '#words/date-format.ts'

// Translates moments (milliseconds since 1970) to times in a zone as fields of forms have them, `2026-11-22T14:02`, and back.
// An empty zone, or one that this browser does not know, stands for the zone of the device.

/** Returns a moment as `<input type="datetime-local">` has it. */
export const fieldTime = (at: number, timeZone: string): string => shownAt(at, timeZone).slice(0, 16)

/**
 * Returns the moment of a field's time; NaN for an empty field. If clocks are set forward and skip the time, the moment is
 * that of the time an hour later.
 */
export function momentOf(field: string, timeZone: string): number {
  const shown = Date.parse(`${field}Z`)
  if (Number.isNaN(shown)) return shown
  // Clocks may be set between the first guess and the moment.
  const ahead = (at: number) => Date.parse(`${shownAt(at, timeZone)}Z`) - at
  const first = shown - ahead(shown)
  return shown - ahead(first)
}

const shownAt = (at: number, timeZone: string): string =>
  dateFormat('sv', { ...zoneFor(timeZone), dateStyle: 'short', timeStyle: 'medium' })
    .format(at)
    .replace(' ', 'T')
