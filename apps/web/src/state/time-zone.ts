/** Returns the time zone of the device: an IANA name, or nothing if the browser does not say. */
export const deviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || ''

/**
 * Whether clocks of two zones show the same time now, and so does either zone that is not said (empty) or unknown. `now` is in
 * milliseconds since 1970.
 */
export function isSameTime(first: string, second: string, now: number): boolean {
  if (first === '' || second === '' || first === second) return true
  try {
    const [here, there] = [first, second].map((timeZone) =>
      new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now),
    )
    return here === there
  } catch {
    // A zone that another program wrote, and that this browser does not know.
    return true
  }
}
