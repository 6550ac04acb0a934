/** A thing that completes what is written. */
export interface Suggestion {
  /** The same for the same thing. */
  readonly key: string
  readonly label: string
  /** A second line, or the rest of the first. */
  readonly detail?: string
  /** The text that takes the place of what is written. */
  readonly insert: string
  /** The reason why it cannot be chosen. */
  readonly reason?: string
  readonly picture?: Picture
}

export type Picture =
  | {
      readonly kind: 'person'
      readonly userId: number
      readonly url: string | null | undefined
      readonly isBot: boolean
    }
  | { readonly kind: 'group' }
  | { readonly kind: 'channel'; readonly channelId: number }
  | { readonly kind: 'character'; readonly text: string }
  | { readonly kind: 'image'; readonly url: string }

/** The most suggestions at a time. */
export const mostSuggestions = 8

/** Lower is better: a number, or numbers to compare in turn. */
type Rank = number | readonly number[]

/**
 * Returns the best of what fits, the best first. `rank` returns undefined for what does not fit. For thousands of
 * candidates it returns a number, which costs no memory.
 */
export function best<T>(
  all: Iterable<T>,
  rank: (candidate: T) => Rank | undefined,
  count = mostSuggestions,
): T[] {
  // Ten thousand people can fit one letter: they are not put in order to take eight.
  const found: { readonly candidate: T; readonly ranks: Rank }[] = []
  for (const candidate of all) {
    const ranks = rank(candidate)
    if (ranks === undefined) continue
    // Of two that fit alike, the earlier comes first.
    let place = found.length
    while (place > 0 && compared(ranks, found[place - 1]!.ranks) < 0) place--
    if (place === count) continue
    found.splice(place, 0, { candidate, ranks })
    if (found.length > count) found.pop()
  }
  return found.map(({ candidate }) => candidate)
}

function compared(a: Rank, b: Rank): number {
  if (typeof a === 'number' || typeof b === 'number') return Number(a) - Number(b)
  for (let index = 0; index < a.length; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
