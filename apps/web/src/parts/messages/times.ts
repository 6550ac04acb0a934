import { dateFormat, zoneFor } from '#words/date-format.ts'

/** How one reader sees times. */
export interface Times {
  /** `14:02`, or `2:02 PM`. */
  readonly time: (seconds: number) => string
  /** `Sunday, 22 November 2026 at 14:02:31`. */
  readonly exact: (seconds: number) => string
  /** `Sunday, 22 November`, with the year where it is another than that of `now`. */
  readonly day: (seconds: number, now: number) => string
  /** A number that all moments of one day share, and that no other day has. */
  readonly dayKey: (seconds: number) => number
  /** `Sun, 22 Nov, 14:02`, for a moment that somebody wrote. */
  readonly moment: (seconds: number) => string
  /** A moment that is near `now`, as short as it is clear: without the date where it is that day's, without the year where that is the same. */
  readonly near: (seconds: number, now: number) => string
}

/**
 * Makes the formats for a language, a time zone (empty: the device's) and a clock of 24 hours or of 12 (null: that of the
 * language). Moments are in seconds since 1970.
 */
export function timesFor(locale: string, timeZone: string, isTwentyFour: boolean | null): Times {
  const zone = zoneFor(timeZone)
  const hours = isTwentyFour === null ? {} : ({ hourCycle: isTwentyFour ? 'h23' : 'h12' } as const)
  const clock = { hour: isTwentyFour === true ? '2-digit' : 'numeric', minute: '2-digit', ...hours } as const
  const make = (options: Intl.DateTimeFormatOptions) => {
    let format: Intl.DateTimeFormat | undefined
    return (seconds: number) =>
      (format ??= dateFormat(locale, { ...zone, ...options })).format(seconds * 1000)
  }
  const thisYear = make({ weekday: 'long', day: 'numeric', month: 'long' })
  const otherYear = make({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const time = make(clock)
  const moment = make({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', ...clock })
  const withoutYear = make({ weekday: 'short', day: 'numeric', month: 'short', ...clock })
  const keyParts = { ...zone, year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const keys = new Map<number, number>()
  const dayKey = (seconds: number) => {
    // Zones begin their days at whole quarters of an hour.
    const quarter = Math.floor(seconds / 900)
    let key = keys.get(quarter)
    if (key === undefined) {
      key = Number(
        dateFormat('en-CA', keyParts)
          .format(quarter * 900_000)
          .replaceAll('-', ''),
      )
      keys.set(quarter, key)
    }
    return key
  }
  return {
    time,
    exact: make({ dateStyle: 'full', timeStyle: 'medium', ...hours }),
    moment,
    day: (seconds, now) => (yearOf(dayKey(seconds)) === yearOf(dayKey(now)) ? thisYear : otherYear)(seconds),
    dayKey,
    near(seconds, now) {
      const [day, today] = [dayKey(seconds), dayKey(now)]
      if (day === today) return time(seconds)
      return yearOf(day) === yearOf(today) ? withoutYear(seconds) : moment(seconds)
    },
  }
}

const yearOf = (day: number) => Math.floor(day / 10_000)
