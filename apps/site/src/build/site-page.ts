import type { Element, ElementContent, RootContent } from 'hast'
import { h } from 'hastscript'
import { asChildren, mark } from './layout.ts'
import type { SitePage } from './page.ts'
import type { SetPage } from './set-markdown.ts'

/** A page of the website outside the documentation. */
export function frameSitePage({ title }: SitePage, { content }: SetPage): ElementContent[] {
  return [
    h('main', { id: 'main', class: 'plain', tabIndex: -1 }, [
      h('h1', title),
      h('article', asChildren(content)),
    ]),
  ]
}

/** The home page: what comes before the first heading is its opening, each heading begins a section. */
export function frameHome({ title }: SitePage, { content }: SetPage): ElementContent[] {
  const [opening = [], ...rest] = splitByHeading(content)
  const isShown = (node: ElementContent) =>
    node.type === 'element' && /code|tabs/.test(String(node.properties.className))
  return [
    h('main', { id: 'main', class: 'home', tabIndex: -1 }, [
      h('section', { class: 'hero' }, [
        h('div', [
          h('p', { class: 'hero-mark' }, [mark()]),
          h('h1', title),
          ...opening.filter((node) => !isShown(node)),
        ]),
        h('div', { class: 'hero-picture' }, opening.filter(isShown)),
      ]),
      ...rest.map((nodes, index) => section(nodes, index)),
    ]),
  ]
}

function section(nodes: readonly ElementContent[], index: number): Element {
  const [heading, ...others] = nodes
  return h('section', { class: ['part', `part-${index + 1}`] }, [...(heading ? [heading] : []), ...others])
}

function splitByHeading(content: readonly RootContent[]): ElementContent[][] {
  const parts: ElementContent[][] = [[]]
  for (const node of asChildren(content)) {
    if (node.type === 'element' && node.tagName === 'h2') parts.push([])
    parts.at(-1)?.push(node)
  }
  return parts
}
