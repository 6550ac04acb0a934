/** Bounds of repeated attempts, in seconds. */
export interface Patience {
  /** Wait after the first failure; it doubles with each failure. */
  readonly firstWait: number
  readonly longestWait: number
  /** Age at which an attempt is given up. */
  readonly giveUpAfter: number
}

/**
 * Returns the seconds to wait after a number of failures: longer each time, and spread out. `chance` is from 0 to 1.
 */
export function backOff({ firstWait, longestWait }: Patience, failures: number, chance: number): number {
  const longest = Math.min(longestWait, firstWait * 2 ** failures)
  return Math.ceil(longest / 2 + (longest / 2) * chance)
}
