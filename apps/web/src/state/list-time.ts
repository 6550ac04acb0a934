import { dateFormat } from '#words/date-format.ts'

/**
 * Returns the time of a row in a list, as short as it is clear: the time of today, the day of this week, else the date.
 * Times are in milliseconds since 1970.
 */
export function listTime(
  at: number,
  now: number,
  {
    locale,
    timeZone,
    isTwentyFourHour,
  }: { locale: string; timeZone?: string | undefined; isTwentyFourHour?: boolean | undefined },
): string {
  const zone = timeZone ? { timeZone } : {}
  const dayOf = (time: number) => dateFormat('sv', { ...zone, dateStyle: 'short' }).format(time)
  const format = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { ...zone, ...options }).format(at)
  if (dayOf(at) === dayOf(now))
    return format({
      hour: isTwentyFourHour ? '2-digit' : 'numeric',
      minute: '2-digit',
      ...(isTwentyFourHour === undefined ? {} : { hourCycle: isTwentyFourHour ? 'h23' : 'h12' }),
    })
  const days = (now - at) / 86_400_000
  if (days < 6) return format({ weekday: 'short' })
  const isThisYear = dayOf(at).slice(0, 4) === dayOf(now).slice(0, 4)
  return format({ day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) })
}
