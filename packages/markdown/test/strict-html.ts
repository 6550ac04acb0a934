import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterTypes } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

const shared = ['class', 'title', 'style', 'aria-hidden']

/** The elements that a message may hold, with their attributes. */
const elements: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title', 'class', 'data-stream-id', 'data-id'],
  audio: ['controls', 'preload', 'src', 'title'],
  blockquote: [],
  br: [],
  code: [],
  del: [],
  div: ['class', 'aria-hidden', 'data-code-language'],
  em: [],
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, []])),
  hr: [],
  img: [
    ...['alt', 'class', 'src', 'title', 'data-animated', 'data-original-content-type'],
    ...['data-original-dimensions', 'data-original-src', 'data-transcoded-image'],
  ],
  li: [],
  ol: ['start'],
  p: [],
  pre: [],
  span: [...shared, 'aria-label', 'role', 'data-user-id', 'data-user-group-id'],
  strong: [],
  table: [],
  tbody: [],
  td: ['style'],
  th: ['style'],
  thead: [],
  time: ['datetime'],
  tr: [],
  ul: [],
  video: ['preload', 'src', 'data-video-original-url'],
}

/** Inside formulas. */
const formulaElements: ReadonlySet<string> = new Set(
  (
    'math semantics annotation mrow mi mn mo ms mtext mspace mstyle msup msub msubsup mover munder munderover mfrac ' +
    'msqrt mroot mtable mtr mtd mpadded mphantom menclose mglyph svg path line g'
  ).split(' '),
)

const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img'])
const safeAddress = /^(?:https?:|ftps?:|file:|geo:|mailto:|tel:|sms:|#|\/(?!\/)|user_uploads\/)/i
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

function walk(node: Node, tags: string[], problems: string[]): void {
  if (!defaultTreeAdapter.isElementNode(node)) {
    if (!defaultTreeAdapter.isTextNode(node)) problems.push(`a ${node.nodeName} node`)
    return
  }
  const { tagName, attrs } = node
  tags.push(tagName)
  if (formulaElements.has(tagName)) attrs.forEach((attribute) => problems.push(...formulaProblems(attribute)))
  else problems.push(...elementProblems(node))
  for (const child of node.childNodes) walk(child, tags, problems)
  tags.push(`/${tagName}`)
}

function elementProblems({ tagName, attrs }: Element): string[] {
  const allowed = Object.hasOwn(elements, tagName) ? elements[tagName] : undefined
  if (allowed === undefined) return [`element ${tagName}`]
  return attrs.flatMap(({ name, value }) => {
    if (!allowed.includes(name)) return [`attribute ${name} of ${tagName}`]
    if (['href', 'src', 'data-video-original-url'].includes(name) && !safeAddress.test(value)) {
      return [`address ${value}`]
    }
    return name === 'style' ? styleProblems(value) : []
  })
}

function formulaProblems({ name, value }: { readonly name: string; readonly value: string }): string[] {
  if (name.startsWith('on') || /href|src/.test(name)) return [`attribute ${name} in a formula`]
  return name === 'style' ? styleProblems(value) : []
}

function styleProblems(value: string): string[] {
  return /url\(|expression|@import|position:fixed/i.test(value) ? [`style ${value}`] : []
}
