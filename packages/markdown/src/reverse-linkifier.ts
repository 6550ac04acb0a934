import { RE2JS } from 're2js'
import { templateVariables } from './linkifier.ts'

/** The part of a linkifier that turns an address back into the text it was made of. */
export interface ReverseLinkifier {
  /** RE2 syntax, valid by `linkifierProblem`. */
  readonly pattern: string
  /** `{variable}` stands for a group of the pattern, doubled braces for braces. Null: no template. */
  readonly reverseTemplate: string | null
  /** A text that the pattern matches. It proves the reverse template. */
  readonly exampleInput: string | null
  /** RFC 6570 templates of further addresses that can be turned back. */
  readonly alternativeUrlTemplates: readonly string[]
}

/** Returns what is wrong with the reverse side of a linkifier, as a sentence for its author, or null. */
export function reverseLinkifierProblem(linkifier: ReverseLinkifier): string | null {
  const { pattern, reverseTemplate, exampleInput, alternativeUrlTemplates } = linkifier
  const expression = RE2JS.compile(pattern)
  const groups = Object.keys(expression.namedGroups())
  for (const template of alternativeUrlTemplates) {
    const variables = templateVariables(template)
    if (variables === null) return `Invalid alternative URL template: ${template}`
    const unknown = variables.find((name) => !groups.includes(name))
    if (unknown !== undefined)
      return `Group '${unknown}' in alternative URL template is not present in linkifier pattern.`
  }
  const matcher = exampleInput === null ? null : expression.matcher(exampleInput)
  if (matcher && !matcher.matches()) return 'Example input does not match the linkifier pattern.'
  if (reverseTemplate === null) return null

  const parts = parseReverseTemplate(reverseTemplate)
  if (parts === null)
    return 'Invalid reverse template: write {name} for a group, and {{ or }} for a brace itself.'
  const unknown = parts.find((part) => 'name' in part && !groups.includes(part.name))
  if (unknown && 'name' in unknown)
    return `Group '${unknown.name}' in reverse template is not present in linkifier pattern.`
  if (!matcher) return 'A reverse template needs an example input.'
  const rebuilt = parts
    .map((part) => ('text' in part ? part.text : (matcher.group(part.name) ?? '')))
    .join('')
  if (rebuilt !== exampleInput)
    return `The reverse template does not rebuild the example input: it gives "${rebuilt}".`
  return null
}

type Part = { readonly text: string } | { readonly name: string }

function parseReverseTemplate(template: string): Part[] | null {
  const parts: Part[] = []
  for (const [token, name] of template.matchAll(/\{\{|\}\}|\{(\w+)\}|[^{}]+|[{}]/g)) {
    if (name !== undefined) parts.push({ name })
    else if (token === '{' || token === '}') return null
    else parts.push({ text: token === '{{' ? '{' : token === '}}' ? '}' : token })
  }
  return parts
}
