import type { WordId } from '#words/words.ts'
import type { Command } from './key-map.ts'

/** Carries out a command. Returns false to leave it to whoever registered before. */
export type Handler = () => boolean | void

/** Something that can be done with what has the focus, or with what is open. */
export interface OfferedAction {
  readonly about: 'message' | 'conversation' | 'last' | 'page'
  /** As a menu names it. */
  readonly label: string
  /** As a command that says what it is about. Without it, the label does. */
  readonly command?: WordId
  /** The keys that do the same, as shown. */
  readonly keys?: string
  /** The reason why it cannot be done. */
  readonly reason?: string | undefined
  readonly onChoose: () => void
}

type Offer = () => readonly OfferedAction[] | Promise<readonly OfferedAction[]>

/** The handlers of commands. The one that registered last acts: a dialog before the page behind it. */
export class CommandStack {
  readonly #handlers = new Map<Command, Handler[]>()
  readonly #offers = new Set<Offer>()

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

  /** Offers actions to whoever lists all of them, such as the palette. Returns a function that ends this. */
  offer(offer: Offer): () => void {
    this.#offers.add(offer)
    return () => void this.#offers.delete(offer)
  }

  /** Returns all actions that are offered now and can be done. */
  async offered(): Promise<readonly OfferedAction[]> {
    const all = await Promise.all([...this.#offers].map(async (offer) => offer()))
    return all.flat().filter(({ reason }) => reason === undefined)
  }

  /** Whether something would act on a command. */
  has(command: Command): boolean {
    return (this.#handlers.get(command)?.length ?? 0) > 0
  }

  /** Carries out a command. Returns whether anything acted. */
  run(command: Command): boolean {
    for (const handler of (this.#handlers.get(command) ?? []).toReversed())
      if (handler() !== false) return true
    return false
  }
}
