import { setImmediate } from 'node:timers/promises'

/** Turns of the event loop, so that tests can say when the next one comes. */
export interface Turns {
  /** Resolves when everybody else who waited had a turn: for work that is long, between two of its pieces. */
  next(): Promise<void>
}

export const systemTurns: Turns = { next: () => setImmediate() }
