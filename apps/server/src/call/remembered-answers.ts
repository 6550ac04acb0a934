import type { NewestRows } from '#store/log/newest-rows.ts'
import { JsonFields } from './json-fields.ts'

/** Bytes of all remembered answers together. */
const capacity = 8 * 2 ** 20

/** The caller as a part of the question. */
export interface Asker {
  readonly caller: { readonly id: number }
  readonly directory: { readonly position: number; readonly organization: { readonly id: number } }
}

interface Remembered {
  readonly position: number
  /**
   * Undefined for a question that was asked once: only repeated questions keep their answers, because garbage of long
   * life is collected late.
   */
  readonly answer: JsonFields | undefined
}

/**
 * Keeps answers that were given twice a moment ago, for callers who ask again before anything has happened: programs
 * that poll, pages that are reloaded. An answer may depend on the database only, and only on data whose change adds a
 * row to the organization's log. Where several processes write, this process may not yet know of another's commit: it
 * then asks the log for its newest row before it repeats an answer, unless the answer may lag behind.
 */
export class RememberedAnswers {
  readonly #newestRows: Pick<NewestRows, 'of'> | undefined
  // Oldest first: a Map keeps the order of insertion.
  readonly #answers = new Map<string, Remembered>()
  #size = 0

  /** `newestRows` are needed if other processes write. */
  constructor(newestRows?: Pick<NewestRows, 'of'>) {
    this.#newestRows = newestRows
  }

  /**
   * Returns the answer to the caller's question, from memory or by `make`; `question` differs from all other questions.
   */
  async answer(
    { caller, directory }: Asker,
    question: string,
    make: () => Promise<object>,
    { mayLag = false } = {},
  ): Promise<JsonFields> {
    const { position, organization } = directory
    const key = `${organization.id} ${caller.id} ${question}`
    const known = this.#answers.get(key)
    const isAskedAgain = known?.position === position
    if (isAskedAgain && known.answer) {
      const newest = mayLag ? position : await this.#newestRows?.of(organization.id)
      if ((newest ?? position) === position) return known.answer
    }
    const answer = new JsonFields(JSON.stringify(await make()).slice(1, -1))
    this.#remember(key, { position, answer: isAskedAgain ? answer : undefined })
    return answer
  }

  #remember(key: string, remembered: Remembered): void {
    this.#forget(key)
    this.#answers.set(key, remembered)
    this.#size += sizeOf(key, remembered)
    for (const oldest of this.#answers.keys()) {
      if (this.#size <= capacity) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    const known = this.#answers.get(key)
    if (known && this.#answers.delete(key)) this.#size -= sizeOf(key, known)
  }
}

const sizeOf = (key: string, { answer }: Remembered) => key.length + (answer?.answer.length ?? 0)
