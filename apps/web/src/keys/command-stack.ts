import type { Command } from './key-map.ts'

/** Carries out a command. Returns false to leave it to whoever registered before. */
export type Handler = () => boolean | void

/** The handlers of commands. The one that registered last acts: a dialog before the page behind it. */
export class CommandStack {
  readonly #handlers = new Map<Command, Handler[]>()

  /** Registers a handler. Returns a function that ends this. */
  add(command: Command, handler: Handler): () => void {
    const handlers = this.#handlers.get(command) ?? []
    this.#handlers.set(command, handlers)
    handlers.push(handler)
    return () => {
      const at = handlers.indexOf(handler)
      if (at >= 0) handlers.splice(at, 1)
    }
  }

  /** Carries out a command. Returns whether anything acted. */
  run(command: Command): boolean {
    for (const handler of (this.#handlers.get(command) ?? []).toReversed())
      if (handler() !== false) return true
    return false
  }
}
