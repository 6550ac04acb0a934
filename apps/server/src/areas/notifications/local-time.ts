import type { UserRecord } from '#model/records.ts'
import { type Language, locales } from '#words/words.ts'

/** Formats UNIX seconds in the time zone of a user, with the zone's name, in words of a language. */
export function localTime(user: Pick<UserRecord, 'timezone'>, at: number, language: Language): string {
  try {
    return formatFor(language, user.timezone || 'UTC').format(at * 1000)
  } catch {
    // This system does not know the zone.
    return formatFor(language, 'UTC').format(at * 1000)
  }
}

/** Formats by language and zone; the one used last is at the end. */
const formats = new Map<string, Intl.DateTimeFormat>()
const most = 40

/**
 * Returns a format, made once for each language and zone. Each takes some 80 KiB outside of V8's heap, which V8 does not
 * count and so hardly ever collects: a format for every mail filled 140 MiB.
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
