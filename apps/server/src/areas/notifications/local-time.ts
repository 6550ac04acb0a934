import type { UserRecord } from '#model/records.ts'
import { type Language, locales } from '#words/words.ts'

/** Formats UNIX seconds as the user's clocks show them, with the zone. The words are of a language. */
export function localTime(user: Pick<UserRecord, 'timezone'>, at: number, language: Language): string {
  try {
    return formatFor(language, user.timezone || 'UTC').format(at * 1000)
  } catch {
    // This system does not know the zone.
    return formatFor(language, 'UTC').format(at * 1000)
  }
}

/** Formats by language and zone, those used last at the end. */
const formats = new Map<string, Intl.DateTimeFormat>()
const most = 40

/**
 * Returns a format that is made once. Each takes some 80 KiB outside of V8's heap, and V8 sees no reason to collect them:
 * one for every mail filled 140 MiB.
 */
function formatFor(language: Language, timeZone: string): Intl.DateTimeFormat {
  const key = `${language} ${timeZone}`
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(locales[language], {
      timeZone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    })
  formats.delete(key)
  formats.set(key, format)
  const [oldest] = formats.keys()
  if (formats.size > most && oldest !== undefined) formats.delete(oldest)
  return format
}
