/** Slack's times are texts of seconds with six digits behind the point. Returns microseconds; undefined for no time. */
export function microsecondsOf(ts: unknown): number | undefined {
  if (typeof ts !== 'string' && typeof ts !== 'number') return undefined
  const [, seconds, rest = ''] = /^(\d{1,10})(?:\.(\d{1,9}))?$/.exec(String(ts)) ?? []
  if (seconds === undefined) return undefined
  return Number(seconds) * 1_000_000 + Number(rest.padEnd(6, '0').slice(0, 6))
}
