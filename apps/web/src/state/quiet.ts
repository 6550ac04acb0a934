import type { Device } from './device.ts'

/** Hours of each day in which nothing is shown or played, in minutes after midnight. They may reach over midnight. */
export interface QuietHours {
  readonly from: number
  readonly to: number
}

/** Hours that are offered at first: from ten in the evening to seven. */
export const usualQuietHours: QuietHours = { from: 22 * 60, to: 7 * 60 }

/** Returns until when a device is quiet, in milliseconds since 1970; undefined if it is not. */
export function quietEnd(
  { quietUntil, quietHours }: Pick<Device, 'quietUntil' | 'quietHours'>,
  now: number,
): number | undefined {
  const end = Math.max(quietUntil, quietHours ? hoursEnd(quietHours, now) : 0)
  return end > now ? end : undefined
}

/** Returns when the quiet of a device begins or ends next, in milliseconds since 1970; undefined if neither is to come. */
export function nextQuietChange(
  { quietUntil, quietHours }: Pick<Device, 'quietUntil' | 'quietHours'>,
  now: number,
): number | undefined {
  const hours = quietHours ? [next(quietHours.from, now), next(quietHours.to, now)] : []
  const coming = [quietUntil, ...hours].filter((at) => at > now)
  return coming.length > 0 ? Math.min(...coming) : undefined
}

/** Returns the end of the quiet hours that now is in, by the clock of the device; otherwise 0. */
function hoursEnd({ from, to }: QuietHours, now: number): number {
  const date = new Date(now)
  const minute = date.getHours() * 60 + date.getMinutes()
  const isIn = from <= to ? minute >= from && minute < to : minute >= from || minute < to
  if (!isIn) return 0
  return next(to, now)
}

/** Returns when the device's clock shows a minute of the day the next time, in milliseconds since 1970. */
function next(minute: number, now: number): number {
  const time = new Date(now)
  time.setHours(Math.floor(minute / 60), minute % 60, 0, 0)
  if (time.getTime() <= now) time.setDate(time.getDate() + 1)
  return time.getTime()
}
