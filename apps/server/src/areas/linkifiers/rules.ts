import { linkifierProblem } from '@tagma/markdown/linkifier.ts'
import { reverseLinkifierProblem } from '@tagma/markdown/reverse-linkifier.ts'
import type { LinkifierRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'

/** Throws a Refusal that says what is wrong with a linkifier. `others` are those that it will stand beside. */
export function checkLinkifier(
  linkifier: Omit<LinkifierRecord, 'id'>,
  others: readonly LinkifierRecord[],
): void {
  const problem = linkifierProblem(linkifier) ?? reverseLinkifierProblem(linkifier)
  if (problem !== null) throw badRequest(problem)
  if (others.some((other) => other.pattern === linkifier.pattern))
    throw badRequest('Another linkifier has this pattern already: change that one instead.')
}
