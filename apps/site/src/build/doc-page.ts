import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { headingOf } from '../reference/words.ts'
import { asChildren } from './layout.ts'
import { markdownPath } from './links.ts'
import { madeSections, type Page, sections, type Version } from './page.ts'
import type { SetPage } from './set-markdown.ts'

/** The parts of a version that each of its pages shows. */
export class VersionFrame {
  readonly version: Version
  readonly #versions: readonly Version[]
  readonly #bySection: ReadonlyMap<string, readonly Page[]>
  /** The hand-written pages, in the order for reading. */
  readonly #reading: readonly Page[]

  constructor(version: Version, versions: readonly Version[]) {
    this.version = version
    this.#versions = versions
    const bySection = Map.groupBy(
      version.pages.toSorted((a, b) => a.order - b.order || (a.slug < b.slug ? -1 : 1)),
      ({ section }) => section,
    )
    this.#bySection = bySection
    this.#reading = sections.slice(0, 4).flatMap((section) => bySection.get(section) ?? [])
  }

  get pagesInOrder(): Page[] {
    return sections.flatMap((section) => [...(this.#bySection.get(section) ?? [])])
  }

  sectionPages(section: string): readonly Page[] {
    return this.#bySection.get(section) ?? []
  }

  pathOf(slug: string): string {
    return `${this.version.base}/${slug}`
  }

  /** Returns everything below the header. */
  frame(page: Page, set: SetPage): ElementContent[] {
    return [h('div', { class: 'doc' }, [this.#main(page, set), this.#sidebar(page), ...contents(set)])]
  }

  #main(page: Page, { content }: SetPage): Element {
    const { section, group, title, slug } = page
    return h('main', { id: 'main', tabIndex: -1 }, [
      ...this.#banner(page),
      h('p', { class: 'breadcrumb' }, [section, ...(group === undefined ? [] : [' · ', headingOf(group)])]),
      h('h1', title),
      h('article', asChildren(content)),
      h('p', { class: 'page-end' }, [
        h('a', { href: markdownPath(this.pathOf(slug)) }, 'This page as Markdown'),
      ]),
      ...this.#neighbours(page),
    ])
  }

  #banner({ slug }: Page): ElementContent[] {
    const { kind, slug: name } = this.version
    const latest = this.#versions.find((version) => version.kind === 'latest')
    if (kind === 'latest' || !latest) return []
    const isThere = latest.pages.some((page) => page.slug === slug)
    return [
      h('p', { class: 'banner', role: 'note' }, [
        kind === 'development'
          ? 'This describes the development version, which is not released. '
          : `This describes release ${name}, which is not the latest. `,
        h(
          'a',
          { href: `${latest.base}/${isThere ? slug : 'introduction'}` },
          isThere ? `The same page of ${latest.slug}` : `The documentation of ${latest.slug}`,
        ),
      ]),
    ]
  }

  #neighbours({ slug }: Page): ElementContent[] {
    const index = this.#reading.findIndex((page) => page.slug === slug)
    if (index === -1) return []
    const link = (page: Page | undefined, rel: 'prev' | 'next') =>
      page
        ? [
            h('a', { rel, href: this.pathOf(page.slug) }, [
              h('span', rel === 'prev' ? 'Before' : 'Next'),
              page.label ?? page.title,
            ]),
          ]
        : []
    return [
      h('nav', { class: 'neighbours', ariaLabel: 'Neighbouring pages' }, [
        ...link(this.#reading[index - 1], 'prev'),
        ...link(this.#reading[index + 1], 'next'),
      ]),
    ]
  }

  #sidebar(current: Page): Element {
    return h('nav', { class: 'sidebar', id: 'menu', ariaLabel: 'Pages of the documentation' }, [
      h('a', { class: 'close', href: '#main' }, 'Close the menu'),
      this.#switch(current.slug),
      ...sections.flatMap((section) => {
        const pages = this.#bySection.get(section) ?? []
        const isFolded = madeSections.has(section)
        if (pages.length === 0 || (isFolded && section !== current.section && section !== 'Endpoints'))
          return []
        return [
          h('p', section),
          h(
            'ul',
            isFolded
              ? this.#folded(section, pages, current)
              : pages.map((page) => this.#entry(page, current)),
          ),
        ]
      }),
    ])
  }

  #entry(page: Page, current: Page): Element {
    return h('li', [
      h(
        'a',
        { href: this.pathOf(page.slug), ariaCurrent: page.slug === current.slug ? 'page' : undefined },
        page.label ?? page.title,
      ),
    ])
  }

  /** Lists pages in groups. Only the current group is open, so that no page carries hundreds of links. */
  #folded(section: string, pages: readonly Page[], current: Page): Element[] {
    const groups = Map.groupBy(pages, ({ group }) => group ?? '')
    if (section !== 'Endpoints')
      return pages.filter(({ group }) => group === current.group).map((page) => this.#entry(page, current))
    return [...groups].map(([group, members]) => {
      const isOpen = current.section === section && current.group === group
      return h('li', [
        h(
          'a',
          { class: 'group', href: `${this.pathOf('endpoints')}#${group.replaceAll('_', '-')}` },
          headingOf(group),
        ),
        ...(isOpen
          ? [
              h(
                'ul',
                members.map((page) => this.#entry(page, current)),
              ),
            ]
          : []),
      ])
    })
  }

  /** Returns the switch between versions. It stays on the same page if the other version has it. */
  #switch(slug: string): Element {
    const label = ({ kind, slug: name }: Version) =>
      kind === 'latest' ? `${name} (latest)` : kind === 'development' ? 'Development' : name
    return h('details', { class: 'versions' }, [
      h('summary', [h('span', { class: 'vh' }, 'Version '), label(this.version)]),
      h(
        'ul',
        this.#versions.map((version) => {
          const isThere = version.pages.some((page) => page.slug === slug)
          const href = `${version.base}/${isThere ? slug : 'introduction'}`
          return h('li', [
            h('a', { href, ariaCurrent: version === this.version ? 'true' : undefined }, label(version)),
          ])
        }),
      ),
    ])
  }
}

/** Returns the list of headings, if there are enough of them. */
function contents({ headings }: SetPage): Element[] {
  const shown = headings.filter(({ depth }) => depth < 4)
  if (shown.length < 2) return []
  return [
    h('aside', { class: 'contents', ariaLabel: 'On this page' }, [
      h('p', 'On this page'),
      h(
        'ul',
        shown.map(({ id, text, depth }) =>
          h('li', { class: `depth-${depth}` }, [h('a', { href: `#${id}` }, text)]),
        ),
      ),
    ]),
  ]
}
