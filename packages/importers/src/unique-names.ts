/** Gives things names that differ when case is ignored: the second `Tea` becomes `Tea (2)`. */
export class UniqueNames {
  readonly #taken: Set<string>

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set([...taken].map((name) => name.toLowerCase()))
  }

  /** Returns the name, cut to so many characters and with a number if it is taken. */
  take(wanted: string, longest: number): string {
    const letters = [...wanted]
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` (${number})`
      const name = letters.slice(0, longest - suffix.length).join('') + suffix
      if (this.#taken.has(name.toLowerCase())) continue
      this.#taken.add(name.toLowerCase())
      return name
    }
  }
}
