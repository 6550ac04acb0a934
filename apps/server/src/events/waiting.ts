/** A caller who waits for an answer. Thousands do at a time, which is why this is no AbortSignal: that takes a kilobyte. */
export interface Waiting {
  readonly hasGone: boolean
  /** Calls back when the caller goes before the answer. */
  whenGone(callback: () => void): void
}
