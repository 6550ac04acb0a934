import { setImmediate } from 'node:timers/promises'

/** Turns of the event loop; a port so that tests decide when the next one comes. */
export interface Turns {
  /** Resolves when everybody else who waited had a turn. Call it between two pieces of long work. */
  next(): Promise<void>
}

export const systemTurns: Turns = { next: () => setImmediate() }
