import type { Narrow } from '@tagma/contract/primitives.ts'
import { Refusal } from '#model/refusal.ts'

/** What says nothing of the one who asks. */
const impersonal: ReadonlySet<string> = new Set(
  'channels streams channel stream topic subject sender from has search near id with'.split(' '),
)

const isWebPublic = ({ operator, operand, negated }: Narrow[number]) =>
  (operator === 'channels' || operator === 'streams') && operand === 'web-public' && !negated

/**
 * Refuses narrows that somebody without an account cannot have: each says by `channels:web-public` that it means to be
 * one, and asks for nothing that belongs to a user.
 */
export function requireSpectatorNarrow(narrow: Narrow): void {
  if (narrow.some(isWebPublic) && narrow.every(({ operator }) => impersonal.has(operator))) return
  throw new Refusal(
    'UNAUTHORIZED',
    `Without an account, a narrow has channels:web-public, and besides only ${[...impersonal].join(', ')}.`,
  )
}
