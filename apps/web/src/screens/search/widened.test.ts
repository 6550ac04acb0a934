import type { Term } from '@tagma/contract/address.ts'
import { expect, test } from 'vitest'
import { widened } from './widened.ts'

const term = (operator: Term['operator'], operand: Term['operand'], negated = false): Term => ({
  operator,
  operand,
  ...(negated ? { negated } : {}),
})
const word = term('search', 'heron')

test.each([
  ['words', [word], true],
  ['words without muted conversations', [word, term('is', 'muted', true)], true],
  ['words of resolved topics', [word, term('is', 'resolved')], true],
  ['words in a channel', [word, term('channel', 5)], false],
  ['words in public channels', [word, term('channels', 'public')], false],
  ['words in direct messages', [word, term('is', 'dm')], false],
  ['words in starred messages', [word, term('is', 'starred')], false],
])('%s', (_, terms, isWide) => {
  expect(widened(terms)).toEqual(isWide ? [...terms, term('channels', 'public')] : undefined)
})
