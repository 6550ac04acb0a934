import type { UserRecord } from '#model/records.ts'
import { type Language, locales } from '#words/words.ts'

/** Formats UNIX seconds as the user's clocks show them, with the zone. The words are of a language. */
export function localTime(user: Pick<UserRecord, 'timezone'>, at: number, language: Language): string {
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat(locales[language], {
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
    // This system does not know the zone.
    return format('UTC')
  }
}
