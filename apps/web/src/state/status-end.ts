/** When a status is over. */
export const statusEnds = ['never', 'half an hour', 'an hour', 'four hours', 'today', 'this week'] as const
export type StatusEnd = (typeof statusEnds)[number]

const minutes: Partial<Readonly<Record<StatusEnd, number>>> = {
  'half an hour': 30,
  'an hour': 60,
  'four hours': 240,
}

/**
 * Returns the time of an end, in milliseconds since 1970, or undefined. Days end at midnight of the device; weeks end with
 * Sunday.
 */
export function endOfStatus(end: StatusEnd, now: number): number | undefined {
  if (end === 'never') return undefined
  const wait = minutes[end]
  if (wait !== undefined) return now + wait * 60_000
  const midnight = new Date(now)
  midnight.setHours(24, 0, 0, 0)
  if (end === 'this week') midnight.setDate(midnight.getDate() + ((7 - new Date(now).getDay()) % 7))
  return midnight.getTime()
}
