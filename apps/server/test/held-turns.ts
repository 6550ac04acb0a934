import { systemTurns, type Turns } from '#ports/turns.ts'

/** Turns of the event loop that a test can hold back and let pass one by one. */
export class HeldTurns implements Turns {
  #waiting: (() => void)[] = []
  #isHeld = false

  next(): Promise<void> {
    return this.#isHeld ? new Promise((resolve) => this.#waiting.push(resolve)) : systemTurns.next()
  }

  /** True if somebody waits for the next turn. */
  get isAwaited(): boolean {
    return this.#waiting.length > 0
  }

  hold(): void {
    this.#isHeld = true
  }

  /** Lets one turn pass. */
  async pass(): Promise<void> {
    for (const resolve of this.#waiting.splice(0)) resolve()
    await systemTurns.next()
  }

  /** Lets all turns pass from here on. */
  release(): void {
    this.#isHeld = false
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}
