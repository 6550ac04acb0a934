import type { Server, ServerResponse } from 'node:http'
import type { Clock } from '#ports/clock.ts'

/** Knows how long nobody has called a server. */
export class CallWatch {
  readonly #clock: Clock
  #open = 0
  #latest: number

  constructor(server: Server, clock: Clock) {
    this.#clock = clock
    this.#latest = clock.elapsed()
    const ended = () => {
      this.#open--
      this.#latest = clock.elapsed()
    }
    server.on('request', (_request, response: ServerResponse) => {
      this.#open++
      response.on('close', ended)
    })
  }

  /** Seconds since the last call ended; 0 while one waits for its answer. */
  get quietSeconds(): number {
    return this.#open > 0 ? 0 : (this.#clock.elapsed() - this.#latest) / 1000
  }
}
