/**
 * Candidates that are asked letter after letter. Among ten thousand people, those that did not fit "ann" are not asked again
 * for "anna".
 */
export class Fitting<T> {
  readonly #all: readonly T[]
  #last: { readonly query: string; readonly fitting: readonly T[] } | undefined

  constructor(all: readonly T[]) {
    this.#all = all
  }

  /** Returns the candidates that can fit a folded query by `fitOf`, in their order. */
  candidates(query: string): readonly T[] {
    return this.#last && isNarrower(query, this.#last.query) ? this.#last.fitting : this.#all
  }

  /** Takes those of `candidates` that fitted the query, in the same order. */
  keep(query: string, fitting: readonly T[]): void {
    this.#last = { query, fitting }
  }
}

/**
 * Whether a query fits only what an earlier one fits. One letter fits no name by standing inside of it, and signs alone fit
 * nothing, although more letters can.
 */
const isNarrower = (query: string, earlier: string): boolean =>
  earlier.length > 1 && query.startsWith(earlier) && /[^\s_-]/.test(earlier)
