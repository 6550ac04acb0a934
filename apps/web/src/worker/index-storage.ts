import type { Message } from '@tagma/sync/messages/message.ts'
import type { Kept } from '#kept/database.ts'
import type { KeptIndex, MessageIndex } from './message-index.ts'

/** The place in the queue of events up to which an index has taken them in. */
export interface TakenUpTo {
  readonly queueId: string
  readonly lastEventId: number
}

interface Head {
  readonly form: number
  readonly userId: number
  /** -1 for Infinity, which JSON does not have. */
  readonly from: number
  readonly isFilled: boolean
  readonly taken: TakenUpTo | undefined
  /** Keys of the runs of messages. */
  readonly parts: readonly string[]
}

/** Grows when the form changes: what another version wrote is not read. */
const form = 1
const headKey = 'index'

/** Keeps an index on the device: messages in runs, of which only those that changed are written again. */
export class IndexStorage {
  readonly #kept: Kept
  readonly #userId: number
  #written: ReadonlyMap<string, readonly Message[]> | undefined

  constructor(kept: Kept, userId: number) {
    this.#kept = kept
    this.#userId = userId
  }

  /** Reads what the account has here. What cannot be read is fetched from the server again. */
  async load(): Promise<(KeptIndex & { readonly taken: TakenUpTo | undefined }) | undefined> {
    try {
      const { text, others } = await this.#kept.load(headKey)
      const head = JSON.parse(text ?? 'null') as Head | null
      if (!head || head.form !== form || head.userId !== this.#userId) return undefined
      const texts = await others()
      const messages = head.parts.flatMap((key) => JSON.parse(texts.get(key) ?? '') as Message[])
      const from = head.from < 0 ? Number.POSITIVE_INFINITY : head.from
      return { messages, from, isFilled: head.isFilled, taken: head.taken }
    } catch {
      return undefined
    }
  }

  /** Has the next save write all: another tab may have saved meanwhile. */
  forget(): void {
    this.#written = undefined
  }

  async save({ messages, from, isFilled }: MessageIndex, taken: TakenUpTo | undefined): Promise<void> {
    const before = this.#written
    const parts = new Map<string, readonly Message[]>()
    for (const run of messages.runs()) parts.set(`${headKey} ${run[0]?.id}`, run)
    const texts: Record<string, string | undefined> = {}
    for (const [key, run] of parts) if (before?.get(key) !== run) texts[key] = JSON.stringify(run)
    for (const key of before?.keys() ?? []) if (!parts.has(key)) texts[key] = undefined
    const head: Head = {
      form,
      userId: this.#userId,
      from: Number.isFinite(from) ? from : -1,
      isFilled,
      taken,
      parts: [...parts.keys()],
    }
    texts[headKey] = JSON.stringify(head)
    this.#written = parts
    try {
      await this.#kept.save(texts, before ? undefined : headKey)
    } catch {
      // A storage that is full or forbidden: the index lasts as long as the page.
      this.#written = undefined
    }
  }
}
