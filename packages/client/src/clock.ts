/** The time, and timers. Tests bring their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls back after some milliseconds. Returns a function that prevents it. */
  after(milliseconds: number, call: () => void): () => void
}

/** The clock of the platform. */
export const platformClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** Resolves after some milliseconds, or at once when a signal is aborted. Never rejects. */
export function pause(clock: Clock, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      cancel()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.after(milliseconds, end)
    signal?.addEventListener('abort', end)
  })
}
