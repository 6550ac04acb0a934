import type { ZulipBook } from './zulip-book.ts'

/** The groups of people with direct conversations. Three and more share a recipient; two write to each other. */
export class ZulipCircles {
  readonly #book: ZulipBook
  readonly #huddles = new Map<string, number>()

  constructor(book: ZulipBook) {
    this.#book = book
  }

  /** Returns the recipient of a message that `sender` sends to people; the sender may be among them. */
  recipientOf(people: readonly number[], sender: number): number {
    const all = [...new Set([...people, sender])].toSorted((a, b) => a - b)
    if (all.length <= 2) return this.#book.recipient(1, all.find((id) => id !== sender) ?? sender)
    const key = all.join(',')
    let huddle = this.#huddles.get(key)
    if (huddle === undefined) {
      huddle = this.#book.add('zerver_huddle', { group_size: all.length })
      this.#huddles.set(key, huddle)
      const recipient = this.#book.recipient(3, huddle)
      for (const user_profile of all)
        this.#book.add('zerver_subscription', { user_profile, recipient, active: true, is_user_active: true })
    }
    return this.#book.recipient(3, huddle)
  }
}
