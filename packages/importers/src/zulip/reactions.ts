import { idIn, type Row, textIn } from '../rows.ts'

/** A reaction as its row tells it. Ids that are missing are 0. */
export interface ReactionRow {
  readonly id: number
  readonly person: number
  readonly type: string
  readonly code: string
  readonly name: string
}

/** Reactions of all messages, at 28 bytes each: there may be more of them than messages. */
export class Reactions {
  #messages = new Float64Array(1024)
  #people = new Float64Array(1024)
  #ids = new Float64Array(1024)
  #emoji = new Uint32Array(1024)
  #count = 0
  readonly #kinds: Pick<ReactionRow, 'type' | 'code' | 'name'>[] = []
  readonly #indexes = new Map<string, number>()
  /** Places of the reactions, by message and then in the order of their rows. */
  #order: Uint32Array | undefined

  get count(): number {
    return this.#count
  }

  add(row: Row): void {
    if (this.#count === this.#messages.length) this.#grow()
    const type = textIn(row, 'reaction_type') || 'unicode_emoji'
    const [code, name] = [textIn(row, 'emoji_code'), textIn(row, 'emoji_name')]
    const key = JSON.stringify([type, code, name])
    let emoji = this.#indexes.get(key)
    if (emoji === undefined) {
      emoji = this.#kinds.length
      this.#kinds.push({ type: type === 'zulip_extra_emoji' ? 'service_extra_emoji' : type, code, name })
      this.#indexes.set(key, emoji)
    }
    const at = this.#count++
    this.#messages[at] = idIn(row, 'message') ?? 0
    this.#people[at] = idIn(row, 'user_profile') ?? 0
    this.#ids[at] = idIn(row, 'id') ?? 0
    this.#emoji[at] = emoji
    this.#order = undefined
  }

  /** Returns the reactions to a message, in the order of their rows. */
  to(message: number): ReactionRow[] {
    const order = (this.#order ??= this.#sorted())
    let [low, high] = [0, this.#count]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#messageAt(order, middle) < message) low = middle + 1
      else high = middle
    }
    const found: ReactionRow[] = []
    for (; low < this.#count && this.#messageAt(order, low) === message; low++) {
      const at = order[low] ?? 0
      const kind = this.#kinds[this.#emoji[at] ?? 0]
      if (kind) found.push({ id: this.#ids[at] ?? 0, person: this.#people[at] ?? 0, ...kind })
    }
    return found
  }

  #messageAt(order: Uint32Array, place: number): number {
    return this.#messages[order[place] ?? 0] ?? 0
  }

  #sorted(): Uint32Array {
    const messages = this.#messages
    return Uint32Array.from({ length: this.#count }, (_, at) => at).toSorted(
      (a, b) => (messages[a] ?? 0) - (messages[b] ?? 0) || a - b,
    )
  }

  #grow(): void {
    const length = this.#count * 2
    const longer = <T extends Float64Array | Uint32Array>(empty: T, from: T): T => {
      empty.set(from)
      return empty
    }
    this.#messages = longer(new Float64Array(length), this.#messages)
    this.#people = longer(new Float64Array(length), this.#people)
    this.#ids = longer(new Float64Array(length), this.#ids)
    this.#emoji = longer(new Uint32Array(length), this.#emoji)
  }
}
