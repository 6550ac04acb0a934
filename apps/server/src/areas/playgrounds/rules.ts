import { templateVariables } from '@tagma/markdown/linkifier.ts'
import type { PlaygroundRecord } from '#model/records.ts'

type Playground = Omit<PlaygroundRecord, 'id'>

/** Returns what is wrong with a new code playground, or undefined. */
export function playgroundProblem(
  { name, pygmentsLanguage, urlTemplate }: Playground,
  others: readonly Playground[],
): string | undefined {
  if (!/^[\w +\-.#/]+$/.test(pygmentsLanguage)) return 'Invalid characters in pygments language'
  const variables = templateVariables(urlTemplate)
  if (variables === null) return 'Invalid URL template.'
  if (!variables.includes('code')) return 'Missing the required variable "code" in the URL template'
  if (variables.length > 1) return '"code" should be the only variable present in the URL template'
  // Clients open the address with the code of a message: a script would run with the rights of the user who clicks.
  if (!/^https?:\/\/[^/{]/i.test(urlTemplate))
    return 'The URL template must begin with http:// or https:// and the name of a host.'
  const isTaken = others.some((other) => other.name === name && other.pygmentsLanguage === pygmentsLanguage)
  return isTaken ? `${pygmentsLanguage} has a playground with this name already.` : undefined
}
