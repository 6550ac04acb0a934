/** How often, and how long, something is tried again. In seconds. */
export interface Patience {
  /** The wait after the first failure; it doubles with each. */
  readonly firstWait: number
  readonly longestWait: number
  /** What has not succeeded by then is given up. */
  readonly giveUpAfter: number
}

/** Seconds to wait after a number of failures: ever longer, and not all at the same moment. `chance` is from 0 to 1. */
export function backOff({ firstWait, longestWait }: Patience, failures: number, chance: number): number {
  const longest = Math.min(longestWait, firstWait * 2 ** failures)
  return Math.ceil(longest / 2 + (longest / 2) * chance)
}
