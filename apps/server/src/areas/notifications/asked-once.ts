/** Remembers answers, so that messages that are decided together ask the database for the same thing once. */
export class AskedOnce {
  readonly #answers = new Map<string, Promise<unknown>>()

  /** Returns the answer to a question; the same `question` must always mean the same `ask`. */
  answer<T>(question: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(question)
    if (known) return known as Promise<T>
    const answer = ask()
    this.#answers.set(question, answer)
    return answer
  }
}
