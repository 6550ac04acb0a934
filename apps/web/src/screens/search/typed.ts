import { type SearchLookups, type SearchPart, searchTerms, type Term } from '@tagma/contract/address.ts'

/** Content of the search box: conditions as chips, and the text behind them. */
export interface Typed {
  readonly chips: readonly SearchPart[]
  readonly text: string
}

/** Returns a search as the box shows it. */
export function typedFrom(terms: readonly Term[]): Typed {
  const isWords = ({ operator }: Term) => operator === 'search'
  return {
    chips: terms.filter((term) => !isWords(term)).map((term) => ({ text: '', term })),
    text: terms
      .filter(isWords)
      .map(({ operand }) => String(operand))
      .join(' '),
  }
}

/** Returns the terms to search by. A condition that is still being typed, or that nobody understands, counts as none. */
export function typedTerms({ chips, text }: Typed, lookups: SearchLookups): readonly Term[] {
  const words = searchTerms(text, lookups).flatMap((part) =>
    'term' in part && part.term.operator === 'search' ? [part.term] : [],
  )
  return [...chips.flatMap((part) => ('term' in part ? [part.term] : [])), ...words]
}

/**
 * Makes chips of the conditions in the text. While one types, only what a space ends; with `isDone`, all of them.
 */
export function settled(typed: Typed, lookups: SearchLookups, isDone = false): Typed {
  const { chips, text } = typed
  const isBetween = /\s$/.test(text) && text.split('"').length % 2 === 1
  if (!isDone && !isBetween) return typed
  const parts = searchTerms(text, lookups)
  const isWords = (part: SearchPart) => 'term' in part && part.term.operator === 'search'
  const made = parts.filter((part) => !isWords(part))
  // An operand may follow the space.
  if (!isDone && made.some((part) => 'problem' in part && part.problem === 'no operand')) return typed
  if (made.length === 0) return typed
  const words = parts.filter(isWords).map((part) => part.text)
  return {
    chips: [...chips, ...made],
    text: words.length > 0 ? `${words.join(' ')}${isDone ? '' : ' '}` : '',
  }
}

/** Returns the piece of the text that is being typed: what follows the last space outside of quotation marks. */
export function lastToken(text: string): string {
  const isQuoted = text.split('"').length % 2 === 0
  if (!isQuoted) return /\S*$/.exec(text)?.[0] ?? ''
  const from = text.lastIndexOf('"')
  return (/\S*$/.exec(text.slice(0, from))?.[0] ?? '') + text.slice(from)
}

/** Puts chips in place of what is being typed. */
export function withChips({ chips, text }: Typed, terms: readonly Term[]): Typed {
  const rest = text.slice(0, text.length - lastToken(text).length)
  return { chips: [...chips, ...terms.map((term) => ({ text: '', term }))], text: rest }
}

/** Turns a condition into its opposite. Where a search begins has none. */
export function negated(term: Term): Term {
  if (!mayNegate(term)) return term
  const { negated: isNegated, ...rest } = term
  return isNegated ? rest : { ...rest, negated: true }
}

export const mayNegate = ({ operator }: Term) =>
  operator !== 'near' && operator !== 'date' && operator !== 'with'

/** Returns a text that is the same for the same terms. */
export const termsKey = (terms: readonly Term[]) =>
  JSON.stringify(
    terms.map(({ operator, operand, negated: isNegated }) => [operator, operand, isNegated === true]),
  )
