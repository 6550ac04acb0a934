import type { Term } from '@tagma/contract/address.ts'

const bounds: readonly string[] = ['channel', 'channels', 'dm', 'dm-with', 'id', 'with']

/**
 * Returns the terms that look through all public channels. Without these terms, a search finds only messages that were sent to
 * the user: of a channel, those since they joined it. Undefined for a search that is bound to a place or to the user's own marks.
 */
export function widened(terms: readonly Term[]): readonly Term[] | undefined {
  const isBound = terms.some(({ operator, operand, negated }) =>
    operator === 'is' ? !negated && operand !== 'resolved' : bounds.includes(operator),
  )
  return isBound ? undefined : [...terms, { operator: 'channels', operand: 'public' }]
}
