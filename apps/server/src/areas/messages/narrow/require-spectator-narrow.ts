import type { Narrow } from '@tagma/contract/primitives.ts'
import { Refusal } from '#model/refusal.ts'

/** Terms that mean the same for everybody. */
const impersonal: ReadonlySet<string> = new Set(
  'channels streams channel stream topic subject sender from has search near id with'.split(' '),
)

const isWebPublic = ({ operator, operand, negated }: Narrow[number]) =>
  (operator === 'channels' || operator === 'streams') && operand === 'web-public' && !negated

/**
 * Refuses narrows that are not for spectators. A spectator's narrow must contain `channels:web-public`, and no term
 * that depends on a user.
 */
export function requireSpectatorNarrow(narrow: Narrow): void {
  if (narrow.some(isWebPublic) && narrow.every(({ operator }) => impersonal.has(operator))) return
  throw new Refusal(
    'UNAUTHORIZED',
    `Without an account, a narrow has channels:web-public, and besides only ${[...impersonal].join(', ')}.`,
  )
}
