import type { Process } from './idle-collection.ts'

/** Bytes by which a command may grow between two collections. */
const mostGrowth = 64 * 2 ** 20

/**
 * Collects garbage whenever a command has grown. V8 lets garbage grow with the memory of the machine, and on a small box
 * that is memory of the server beside it.
 */
export class GrowthCollection {
  readonly #process: Pick<Process, 'memory' | 'collect'>
  /** Memory after the last collection. */
  #after: number

  constructor(process: Pick<Process, 'memory' | 'collect'>) {
    this.#process = process
    this.#after = process.memory()
  }

  /** Call it now and then while the command works. */
  look(): void {
    if (this.#process.memory() - this.#after <= mostGrowth) return
    this.#process.collect()
    this.#after = this.#process.memory()
  }
}
