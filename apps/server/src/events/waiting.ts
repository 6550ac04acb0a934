/** A caller who waits for an answer. Not an AbortSignal: thousands wait at a time, and a signal takes a kilobyte. */
export interface Waiting {
  readonly hasGone: boolean
  /** Calls back if the caller goes away before the answer. */
  whenGone(callback: () => void): void
}
