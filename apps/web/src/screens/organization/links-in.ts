import { safeAddress } from '@tagma/markdown/address.ts'
import type { Linkifiers } from '@tagma/markdown/linkifier.ts'

/** A part of a text that becomes a link. */
export interface FoundLink {
  readonly start: number
  readonly text: string
  readonly url: string
  /** Otherwise, messages show the text without a link. */
  readonly isSafe: boolean
}

/** Returns the links that linkifiers make of a text, in its order. Where two overlap, the earlier linkifier wins. */
export function linksIn(text: string, { rules }: Linkifiers): FoundLink[] {
  const kept: { start: number; end: number; url: string }[] = []
  for (const match of rules.flatMap((rule) => rule(text)))
    if (kept.every((other) => match.end <= other.start || other.end <= match.start)) kept.push(match)
  return kept
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, url }) => ({
      start,
      text: text.slice(start, end),
      url,
      isSafe: safeAddress(url) !== null,
    }))
}
