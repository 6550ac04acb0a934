import type { ElementContent, RootContent } from 'hast'
import { h } from 'hastscript'
import { visit } from 'unist-util-visit'
import { asChildren } from './layout.ts'
import type { SitePage } from './page.ts'
import type { SetPage } from './set-markdown.ts'

/** Frames a page outside of the documentation. */
export function frameSitePage({ title }: SitePage, { content }: SetPage): ElementContent[] {
  return [
    h('main', { id: 'main', class: 'plain', tabIndex: -1 }, [
      h('h1', title),
      h('article', asChildren(content)),
    ]),
  ]
}

/** Frames the home page. The text before the first heading opens it; each heading begins a section. */
export function frameHome({ title }: SitePage, { content }: SetPage): ElementContent[] {
  const [opening = [], ...rest] = splitByHeading(content)
  // The browser loads the pictures of the opening first.
  visit({ type: 'root', children: opening }, 'element', (node) => {
    if (node.tagName === 'img') Object.assign(node.properties, { loading: 'eager', fetchPriority: 'high' })
  })
  const isShown = (node: ElementContent) =>
    node.type === 'element' && /code|tabs|shot/.test(String(node.properties.className))
  return [
    h('main', { id: 'main', class: 'home', tabIndex: -1 }, [
      h('section', { class: 'hero' }, [
        h('div', [h('h1', title), ...opening.filter((node) => !isShown(node))]),
        h('div', { class: 'hero-picture' }, opening.filter(isShown)),
      ]),
      ...rest.map((nodes) => h('section', { class: 'part' }, nodes)),
    ]),
  ]
}

function splitByHeading(content: readonly RootContent[]): ElementContent[][] {
  const parts: ElementContent[][] = [[]]
  for (const node of asChildren(content)) {
    if (node.type === 'element' && node.tagName === 'h2') parts.push([])
    parts.at(-1)?.push(node)
  }
  return parts
}
