import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import {
  formulaAttributes,
  formulaElements,
  isMessageAddress,
  isMessageClass,
  isMessageStyle,
  messageElements,
} from '../src/message-elements.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img'])
/** Errors about characters in text. They are as safe as any other character. */
const harmless = /character-reference|noncharacter|control-character|surrogate/
const tag = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)(?:\s[^<>]*?)?(\/?)>/g

/**
 * Lists the problems of a message's HTML: markup that a parser has to repair, and elements, attributes or addresses
 * that are not on the list. Empty for good HTML.
 */
export function htmlProblems(html: string): string[] {
  const problems: string[] = []
  const fragment = parseFragment(html, {
    onParseError: ({ code }) => {
      if (!harmless.test(code)) problems.push(`parse error: ${code}`)
    },
  })
  const parsed: string[] = []
  for (const node of fragment.childNodes) walk(node, parsed, problems)
  const written = tagsIn(html)
  if (written.join(' ') !== parsed.join(' '))
    problems.push(`repaired: ${written.join(' ')} became ${parsed.join(' ')}`)
  if (/[\u0000\u0002\u0003]/.test(html)) problems.push('a placeholder is left')
  return problems
}

/** Lists the tags as the HTML contains them. */
function tagsIn(html: string): string[] {
  return [...html.matchAll(tag)].flatMap(([, slash, name = '', selfClosing]) => {
    if (slash !== '') return [`/${name}`]
    return voidElements.has(name) || selfClosing !== '' ? [name, `/${name}`] : [name]
  })
}

function walk(node: Node, tags: string[], problems: string[], inFormula = false): void {
  if (!defaultTreeAdapter.isElementNode(node)) {
    if (!defaultTreeAdapter.isTextNode(node)) problems.push(`a ${node.nodeName} node`)
    return
  }
  const { tagName, attrs } = node
  tags.push(tagName)
  const isFormula = inFormula || attrs.some(({ name, value }) => name === 'class' && value === 'katex')
  if (isFormula && (tagName === 'span' || formulaElements.has(tagName)))
    attrs.forEach((attribute) => problems.push(...formulaProblems(attribute)))
  else problems.push(...elementProblems(node))
  for (const child of node.childNodes) walk(child, tags, problems, isFormula)
  tags.push(`/${tagName}`)
}

function elementProblems({ tagName, attrs }: Element): string[] {
  const allowed = messageElements.get(tagName)
  if (allowed === undefined) return [`element ${tagName}`]
  return attrs.flatMap(({ name, value }) => {
    if (!allowed.has(name)) return [`attribute ${name} of ${tagName}`]
    if (
      ['href', 'src', 'data-video-original-url', 'data-original-url'].includes(name) &&
      !isMessageAddress(value)
    ) {
      return [`address ${value}`]
    }
    if (name === 'class') {
      return value
        .split(/\s+/)
        .filter((word) => !isMessageClass(word))
        .map((word) => `class ${word}`)
    }
    return name === 'style' ? styleProblems(value) : []
  })
}

function formulaProblems({ name, value }: { readonly name: string; readonly value: string }): string[] {
  if (!formulaAttributes.has(name.toLowerCase())) return [`attribute ${name} in a formula`]
  return name === 'style' ? styleProblems(value) : []
}

function styleProblems(value: string): string[] {
  return isMessageStyle(value) ? [] : [`style ${value}`]
}
