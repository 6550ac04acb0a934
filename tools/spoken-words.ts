/** A node of the tree, as far as the search for words looks into it. */
export interface Tree {
  readonly type: string
  readonly value?: unknown
  readonly name?: string
  readonly key?: Tree
  readonly object?: Tree
  readonly callee?: Tree
  readonly left?: Tree
  readonly right?: Tree
  readonly consequent?: Tree
  readonly alternate?: Tree
  readonly argument?: Tree
  readonly elements?: readonly (Tree | null)[]
  readonly properties?: readonly Tree[]
  readonly expressions?: readonly Tree[]
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[]
}

/** Stands for a value in a text. */
const hole = '\u{FFFC}'

/** Names that are the same in all languages. */
const names: ReadonlySet<string> = new Set(['Tagma', 'SHA'])

const firstWord = (text: string): string | undefined =>
  text.match(/\p{L}{2,}/gu)?.find((word) => !names.has(word))

/** The text of a literal, with holes for the values of a template; undefined for other nodes. */
function textOf({ type, value, quasis }: Tree): string | undefined {
  if (type === 'TemplateLiteral') return quasis?.map((quasi) => quasi.value.cooked).join(hole)
  return type === 'Literal' && typeof value === 'string' ? value : undefined
}

const tag = /<!?\/?[a-z][^<>]*>/gi
const spokenAttribute = /\b(?:alt|aria-label|placeholder|title)="([^"]*)"/g

/** Returns the first word that stands as itself in a literal with HTML, as a text or in an attribute that is read out. */
export function wordsInHtml(node: Tree): string | undefined {
  const text = textOf(node)
  if (text === undefined || text.search(tag) === -1) return undefined
  const attributes = Array.from(text.matchAll(spokenAttribute), ([, value]) => value)
  const entities = /&\w+;/g
  // A literal may begin or end within a tag.
  const outside = text
    .replaceAll(/<style[^<>]*>.*?<\/style>/gs, '')
    .replaceAll(tag, hole)
    .replace(/^[^<>]*>/, '')
    .replace(/<[^<>]*$/, '')
  return firstWord([...attributes, outside].join(hole).replaceAll(entities, hole))
}

/** Returns the first word that stands as itself in an object with a `subject`: a mail. */
export function wordsInMail({ properties = [] }: Tree): string | undefined {
  const valueOf = (name: string) =>
    properties.find(({ key }) => key?.name === name)?.value as Tree | undefined
  if (valueOf('subject') === undefined || valueOf('text') === undefined) return undefined
  return ['subject', 'text'].map((name) => spoken(valueOf(name))).find((word) => word !== undefined)
}

/** Looks for words in an expression, but not in the arguments of calls: those are ids of texts, and values. */
function spoken(node: Tree | null | undefined): string | undefined {
  if (!node) return undefined
  const text = textOf(node)
  const own = text === undefined ? undefined : firstWord(text)
  if (own !== undefined) return own
  const {
    callee,
    object,
    left,
    right,
    consequent,
    alternate,
    argument,
    elements = [],
    expressions = [],
  } = node
  const inner = [callee, object, left, right, consequent, alternate, argument, ...elements, ...expressions]
  return inner.map(spoken).find((word) => word !== undefined)
}
