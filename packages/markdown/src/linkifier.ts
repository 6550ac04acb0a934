import { RE2JS } from 're2js'
import { parseTemplate, type Template } from 'url-template'

/** A linkifier as an administrator defines it. The organization applies its linkifiers in order. */
export interface LinkifierRule {
  /** RE2 syntax. Its named groups `(?P<name>...)` are the variables of the template. */
  readonly pattern: string
  /** An RFC 6570 template. */
  readonly urlTemplate: string
}

/** A match of a linkifier. `text.slice(start, end)` becomes the link. */
export interface LinkifierMatch {
  readonly start: number
  readonly end: number
  readonly url: string
}

/**
 * The number of matches of one rule in one text. Each search takes linear time, so the bound keeps the total linear,
 * even for patterns that look ahead to the end of the text every time.
 */
const maxMatches = 300

interface Compiled {
  readonly expression: RE2JS
  /** The index of each named group in the wrapped expression. */
  readonly groups: readonly (readonly [name: string, index: number])[]
  readonly template: Template
}

/** An organization's linkifiers, ready to apply. Build them once and keep them until a rule changes. */
export interface Linkifiers {
  /** One function for each rule, in order. It returns the matches from left to right. */
  readonly rules: readonly ((text: string) => LinkifierMatch[])[]
}

/**
 * Compiles linkifiers. Matching takes time linear in the text for every pattern. Invalid rules (see `linkifierProblem`)
 * are left out.
 */
export function compileLinkifiers(rules: readonly LinkifierRule[]): Linkifiers {
  const compiled = rules.filter((rule) => linkifierProblem(rule) === null).map(compile)
  return { rules: compiled.map((rule) => (text) => findMatches(rule, text)) }
}

/** Returns what is wrong with a linkifier, as a sentence for its author, or null. */
export function linkifierProblem({ pattern, urlTemplate }: LinkifierRule): string | null {
  let groups: string[]
  try {
    groups = Object.keys(RE2JS.compile(pattern).namedGroups())
    RE2JS.compile(wrap(pattern))
  } catch (error) {
    return `Bad regular expression: ${error instanceof Error ? error.message : String(error)}`
  }
  const variables = templateVariables(urlTemplate)
  if (variables === null) return 'Invalid URL template.'
  const missingGroup = variables.filter((name) => !groups.includes(name)).toSorted()[0]
  if (missingGroup !== undefined) {
    return `Group '${missingGroup}' in URL template is not present in linkifier pattern.`
  }
  const unusedGroup = groups.filter((name) => !variables.includes(name)).toSorted()[0]
  if (unusedGroup !== undefined) {
    return `Group '${unusedGroup}' in linkifier pattern is not present in URL template.`
  }
  return null
}

/**
 * Wraps a pattern so that a match begins at the start of the text, after whitespace or after an opening mark, and no
 * letter or digit follows it. The match includes both neighbours, because the language has no look-around.
 */
function wrap(pattern: string): string {
  return String.raw`(^|\s|\x{85}|\pZ|['"(,:<])(${pattern})($|[^\pL\pN])`
}

function compile({ pattern, urlTemplate }: LinkifierRule): Compiled {
  const expression = RE2JS.compile(wrap(pattern))
  return {
    expression,
    groups: Object.entries(expression.namedGroups()),
    template: parseTemplate(urlTemplate),
  }
}

function findMatches({ expression, groups, template }: Compiled, text: string): LinkifierMatch[] {
  const matches: LinkifierMatch[] = []
  const matcher = expression.matcher(text)
  let from = 0
  for (let searches = 0; searches < maxMatches && from < text.length; searches++) {
    const found = matcher.find(from)
    if (!found) break
    const start = matcher.start(2)
    const end = matcher.end(2)
    if (end > start) {
      const variables = Object.fromEntries(groups.map(([name, index]) => [name, matcher.group(index)]))
      matches.push({ start, end, url: template.expand(variables) })
    }
    // The character after a match may also be the one before the next match.
    from = Math.max(end, from + 1)
  }
  return matches
}

const expressionSyntax = /^[+#./;?&]?[\w%.]+(?::[1-9]\d{0,3}|\*)?(?:,[\w%.]+(?::[1-9]\d{0,3}|\*)?)*$/

/** Returns the variables of an RFC 6570 template, or null if it is malformed. */
export function templateVariables(template: string): string[] | null {
  const names: string[] = []
  for (const part of template.split('{').slice(1)) {
    const close = part.indexOf('}')
    const expression = part.slice(0, Math.max(close, 0))
    if (!expressionSyntax.test(expression) || part.includes('}', close + 1)) return null
    names.push(
      ...expression
        .replace(/^[+#./;?&]/, '')
        .split(',')
        .map((name) => name.replace(/[:*].*$/, '')),
    )
  }
  return template.split('{')[0]!.includes('}') ? null : names
}
