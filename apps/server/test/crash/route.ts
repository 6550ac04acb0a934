import { moment } from './writer.ts'

/** A client's way to the servers: if one does not answer, it takes the next. */
export class Route {
  readonly #nodes: readonly { readonly url: string }[]
  #at: number

  constructor(nodes: readonly { readonly url: string }[], start: number) {
    this.#nodes = nodes
    this.#at = start
  }

  readonly address = () => this.#nodes[this.#at % this.#nodes.length]?.url ?? ''

  /** Repeats work that ends early when the server is gone, until it is done. */
  async persist(isDone: () => boolean, work: () => Promise<void>): Promise<void> {
    while (!isDone()) {
      await work()
      if (isDone()) return
      this.#at++
      await moment()
    }
  }
}
