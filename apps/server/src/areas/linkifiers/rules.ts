import { linkifierProblem } from '@tagma/markdown/linkifier.ts'
import { reverseLinkifierProblem } from '@tagma/markdown/reverse-linkifier.ts'
import type { LinkifierRecord } from '#model/records.ts'

/** Returns what is wrong with a new linkifier beside the others, or undefined. */
export function newLinkifierProblem(
  linkifier: Omit<LinkifierRecord, 'id'>,
  others: readonly LinkifierRecord[],
): string | undefined {
  const problem = linkifierProblem(linkifier) ?? reverseLinkifierProblem(linkifier)
  if (problem !== null) return problem
  return others.some((other) => other.pattern === linkifier.pattern)
    ? 'Another linkifier has this pattern already: change that one instead.'
    : undefined
}
