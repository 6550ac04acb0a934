import GithubSlugger from 'github-slugger'
import type { Element, ElementContent, Root as HastRoot, RootContent } from 'hast'
import { toString } from 'hast-util-to-string'
import { h } from 'hastscript'
import type { Code, Root } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { SKIP, visit } from 'unist-util-visit'
import type { CodeHighlighter } from './highlight.ts'
import { type Picture, setPictures } from './pictures.ts'

export interface Heading {
  readonly id: string
  readonly text: string
  readonly depth: number
}

/** The text under one heading, as the search index holds it. */
export interface Passage {
  readonly headingId: string | undefined
  readonly text: string
}

/** The target of a link, in each form of the page. */
export interface LinkTarget {
  /** For HTML: a path, or an address on another site. */
  readonly href: string
  /** For Markdown, absolute. */
  readonly markdownHref: string
}

export interface SetPage {
  readonly content: RootContent[]
  readonly headings: readonly Heading[]
  readonly passages: readonly Passage[]
  /** The author's Markdown. Only the links differ. */
  readonly markdown: string
}

const parser = unified().use(remarkParse).use(remarkGfm)
const toHast = unified().use(remarkRehype, {
  handlers: {
    // The element keeps the words after the language.
    code: (_: unknown, node: Code): Element => ({
      type: 'element',
      tagName: 'pre',
      properties: { dataLang: node.lang ?? 'text', dataMeta: node.meta ?? '' },
      children: [{ type: 'text', value: node.value }],
    }),
  },
})

export interface Setting {
  readonly pictures: ReadonlyMap<string, Picture>
  readonly highlighter: CodeHighlighter
  /** Resolves a link or an image, and reports a wrong one. */
  resolve(url: string): LinkTarget
  complain(problem: string): void
}

/** Turns Markdown into HTML and into the Markdown that is served. */
export function setMarkdown(source: string, setting: Setting): SetPage {
  const tree = parser.parse(source)
  const markdown = resolveLinks(tree, source, setting)
  const hast = toHast.runSync(tree)
  const headings = addAnchors(hast)
  const passages = collectPassages(hast)
  setCode(hast, setting)
  setFields(hast)
  setPictures(hast, setting.pictures)
  let tables = 0
  visit(hast, 'element', (node, index, parent) => {
    if (node.tagName === 'table' && parent && index !== undefined) {
      const isStacked = labelCells(node)
      parent.children[index] = h(
        'div',
        {
          class: ['table', ...(isStacked ? ['stacked'] : [])],
          role: 'region',
          tabIndex: 0,
          ariaLabel: `Table ${++tables}`,
        },
        [node],
      )
      return SKIP
    }
    return undefined
  })
  return { content: hast.children, headings, passages, markdown }
}

/** Resolves the links of the tree, and returns the source with the same links made absolute. */
function resolveLinks(tree: Root, source: string, { resolve, complain }: Setting): string {
  const edits: { start: number; end: number; text: string }[] = []
  visit(tree, (node) => {
    if (node.type === 'html') complain(`HTML in Markdown: ${node.value.slice(0, 60)}`)
    if (node.type !== 'link' && node.type !== 'image' && node.type !== 'definition') return
    const { url } = node
    const target = resolve(url)
    node.url = target.href
    const start = node.position?.start.offset ?? 0
    const end = node.position?.end.offset ?? 0
    const at = source.slice(start, end).lastIndexOf(url)
    if (target.markdownHref === url) return
    if (at === -1) complain(`The link ${url} is written in a way that cannot be made absolute`)
    else edits.push({ start: start + at, end: start + at + url.length, text: target.markdownHref })
  })
  let result = source
  for (const { start, end, text } of edits.toSorted((a, b) => b.start - a.start))
    result = result.slice(0, start) + text + result.slice(end)
  return result
}

function addAnchors(tree: HastRoot): Heading[] {
  const slugger = new GithubSlugger()
  const headings: Heading[] = []
  visit(tree, 'element', (node) => {
    const depth = Number(/^h([2-4])$/.exec(node.tagName)?.[1])
    if (!depth) return
    const text = toString(node)
    const id = slugger.slug(text)
    node.properties.id = id
    headings.push({ id, text, depth })
    // The style sheet draws its sign, so the sign is not part of the text.
    node.children.push(h('a', { class: 'anchor', href: `#${id}`, ariaLabel: `Link to “${text}”` }))
  })
  return headings
}

/** Collects the text under each heading. Code is left out: people find it by the words around it. */
function collectPassages(tree: HastRoot): Passage[] {
  const passages: Passage[] = []
  let headingId: string | undefined
  for (const node of tree.children) {
    if (node.type !== 'element' || node.tagName === 'pre') continue
    if (/^h[2-4]$/.test(node.tagName)) {
      headingId = String(node.properties.id)
      continue
    }
    const parts = node.tagName === 'ul' || node.tagName === 'ol' ? node.children : [node]
    for (const part of parts) {
      const text = toString(part).replaceAll(/\s+/g, ' ').trim()
      if (text) passages.push({ headingId, text: text.slice(0, 600) })
    }
  }
  return passages
}

const roles: Readonly<Record<string, string>> = {
  table: 'table',
  thead: 'rowgroup',
  tbody: 'rowgroup',
  tr: 'row',
  th: 'columnheader',
  td: 'cell',
}

/**
 * Prepares a table that is too wide for a phone to be shown row by row. Each cell names its column. The parts get
 * explicit roles, because browsers drop the roles of tables that are laid out differently. Returns false for narrow
 * tables.
 */
function labelCells(table: Element): boolean {
  const labels: string[] = []
  visit(table, { tagName: 'th' }, (cell) => void labels.push(toString(cell)))
  if (labels.length < 3) return false
  visit(table, 'element', (node) => {
    const role = roles[node.tagName]
    if (role !== undefined) node.properties.role = role
    if (node.tagName !== 'tr') return
    const cells = node.children.filter((child) => child.type === 'element' && child.tagName === 'td')
    for (const [column, cell] of cells.entries())
      if (cell.type === 'element' && column > 0) cell.properties.dataLabel = labels[column]
  })
  return true
}

/** Colours code, and turns consecutive blocks with `tab="…"` into tabs. */
function setCode(tree: HastRoot, { highlighter, complain }: Setting): void {
  let groups = 0
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'pre' || !parent || index === undefined) return undefined
    const blocks = [node]
    let end = index + 1
    if (tabOf(node) !== undefined) {
      for (; end < parent.children.length; end++) {
        const next = parent.children[end]
        if (next?.type === 'text' && next.value.trim() === '') continue
        if (next?.type !== 'element' || tabOf(next) === undefined) break
        blocks.push(next)
      }
    }
    for (const { properties } of blocks) {
      if (!highlighter.knows(String(properties.dataLang)))
        complain(`The language ${String(properties.dataLang)} of a code block is not known`)
    }
    const set = blocks.map((block) => setBlock(block, highlighter))
    if (blocks.length === 1) parent.children[index] = set[0] as Element
    else
      parent.children.splice(
        index,
        end - index,
        tabs(
          blocks.map((block) => tabOf(block) ?? ''),
          set,
          ++groups,
        ),
      )
    return [SKIP, index + 1]
  })
}

const tabOf = (node: Element): string | undefined =>
  /\btab="([^"]+)"/.exec(String(node.properties.dataMeta ?? ''))?.[1]

function setBlock(node: Element, highlighter: CodeHighlighter): Element {
  const language = String(node.properties.dataLang)
  const title = /\btitle="([^"]+)"/.exec(String(node.properties.dataMeta))?.[1]
  const code: ElementContent[] = highlighter.knows(language)
    ? highlighter.highlight(toString(node), language)
    : [{ type: 'text', value: toString(node) }]
  return h('div', { class: ['code', `lang-${language}`] }, [
    ...(title === undefined ? [] : [h('p', { class: 'code-title' }, title)]),
    h('pre', { tabIndex: 0 }, [h('code', code)]),
  ])
}

/** Builds tabs without a script: radio buttons. The style sheet shows the panel of the chosen one. */
function tabs(labels: readonly string[], panels: readonly Element[], group: number): Element {
  return h('div', { class: 'tabs', role: 'group', ariaLabel: 'Example in several languages' }, [
    ...labels.flatMap((label, index) => {
      const id = `tab-${group}-${index}`
      return [
        h('input', { type: 'radio', name: `tab-${group}`, id, value: label, checked: index === 0 }),
        // In Markdown, the code block names its language itself.
        h('label', { htmlFor: id, dataMarkdownIgnore: '' }, label),
      ]
    }),
    ...panels,
  ])
}

/** Marks lists of parameters and fields: a name in code, then its type in emphasis. */
function setFields(tree: HastRoot): void {
  visit(tree, 'element', (node) => {
    if (node.tagName !== 'li') return
    const inside = node.children.find((child) => child.type === 'element' && child.tagName === 'p')
    const [first, , third] = (inside?.type === 'element' ? inside : node).children.filter(
      (child) => child.type !== 'text' || child.value !== '\n',
    )
    if (
      first?.type === 'element' &&
      first.tagName === 'code' &&
      third?.type === 'element' &&
      third.tagName === 'em'
    )
      node.properties.className = ['field']
  })
}
