import { ConfigError } from './values.ts'

/** Which group here stands for which groups of a directory of people. */
export interface GroupRule {
  /** Name there; with a star at the end, all that begin with it. */
  readonly from: string
  /** Name here; undefined keeps the name. */
  readonly to: string | undefined
}

/**
 * Parses `eng=Engineering, sales-*=*`. `mayTakeAll` is true where `*=*` cannot bring groups that nobody means, because another
 * setting bounds it. Throws a ConfigError that names the variable.
 */
export const parseGroupRules = (variable: string, text: string, mayTakeAll = false): readonly GroupRule[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [from = '', to = '', ...more] = entry.split('=').map((part) => part.trim())
      if (from === '' || to === '' || more.length > 0 || /\*./.test(from) || (from === '*' && !mayTakeAll))
        throw new ConfigError(
          `${variable} has "${entry}"; write group=Name here, or beginning-*=* for all that begin so.`,
        )
      if (to !== '*' && to.includes('*'))
        throw new ConfigError(`${variable} has "${entry}"; the name here is a name, or * alone to keep it.`)
      return { from, to: to === '*' ? undefined : to }
    })

/** Names here of the groups that somebody has there, without those that no rule means. */
export function groupsHere(rules: readonly GroupRule[], names: readonly string[]): Set<string> {
  const here = new Set<string>()
  for (const name of names)
    for (const { from, to } of rules)
      if (from.endsWith('*') ? name.startsWith(from.slice(0, -1)) : name === from) here.add(to ?? name)
  return here
}
