import { JsonFields } from './json-fields.ts'

/** Bytes of all remembered answers together. */
const capacity = 8 * 2 ** 20

/** What a question is told by, beside its words. */
export interface Asker {
  readonly caller: { readonly id: number }
  readonly directory: { readonly position: number; readonly organization: { readonly id: number } }
}

interface Remembered {
  readonly position: number
  /** Undefined for what was asked once: kept is only what is asked again, because what is kept for nothing is collected late. */
  readonly answer: JsonFields | undefined
}

/**
 * Answers that were given twice a moment ago, for those who ask again before anything has happened: programs that poll, pages
 * that are loaded anew. What is answered by this may depend on nothing but the database, and on nothing there that
 * changes without the organization's log growing. Where several processes write, another's write may be done before it is
 * heard of here: there the log is asked for its newest row before an answer is given again, unless that may lag behind.
 */
export class RememberedAnswers {
  readonly #newestRow: ((organizationId: number) => Promise<number>) | undefined
  // Oldest first: a Map keeps the order of insertion.
  readonly #answers = new Map<string, Remembered>()
  #size = 0

  /** `newestRow` gives the position of an organization's log in the database, where others write there. */
  constructor(newestRow?: (organizationId: number) => Promise<number>) {
    this.#newestRow = newestRow
  }

  /** The answer to a question of the caller, made by `make` unless it is known; `question` tells it from all others. */
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
      const newest = mayLag ? position : await this.#newestRow?.(organization.id)
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
