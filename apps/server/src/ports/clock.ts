/** The time, so that tests can set it. */
export interface Clock {
  /** Milliseconds since 1970. Jumps when somebody sets the clock. */
  now(): number
  /** Milliseconds that have passed since some moment: for measuring how long something lasts, because it never jumps. */
  elapsed(): number
}

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() }
