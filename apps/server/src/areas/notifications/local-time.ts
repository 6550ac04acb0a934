import type { UserRecord } from '#model/records.ts'

/** A time as the user's clocks show it, with the zone; UNIX seconds. */
export function localTime(user: Pick<UserRecord, 'timezone'>, at: number): string {
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    }).format(at * 1000)
  try {
    return format(user.timezone || 'UTC')
  } catch {
    // A zone that this system does not know.
    return format('UTC')
  }
}
