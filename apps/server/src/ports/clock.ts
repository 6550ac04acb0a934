/** The time; a port so that tests can set it. */
export interface Clock {
  /** UNIX milliseconds. Jumps when somebody sets the clock. */
  now(): number
  /** Milliseconds since some fixed moment. Never jumps: measure durations with it. */
  elapsed(): number
}

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() }
