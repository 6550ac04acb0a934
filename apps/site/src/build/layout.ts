import type { Element, ElementContent, Root, RootContent } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { h, s } from 'hastscript'
import { originMark } from '../serving/site-file.ts'
import type { AssetPaths } from './assets.ts'
import { markdownPath } from './links.ts'

/** Runs before the first paint, so that the chosen theme does not flash. Its hash is in the Content-Security-Policy. */
export const themeScript = `try{const t=localStorage.theme;if(t)document.documentElement.dataset.theme=t}catch{}`

export interface Layout {
  readonly path: string
  readonly title: string
  /** The version that the page is of, where it is not the latest. */
  readonly version?: string | undefined
  readonly description: string
  readonly assets: AssetPaths
  /** Path of the preview picture. */
  readonly picture: string
  readonly lastmod: string
  readonly isIndexed: boolean
  /** Path of the search index of this page's version. */
  readonly searchIndex: string
  /** The latest release of the documentation. */
  readonly latest: string
  readonly bodyClass: string
  readonly structuredData: readonly object[]
  /** The parts of the page below the header. */
  readonly children: readonly ElementContent[]
}

/** Writes a whole page as HTML. */
export function printPage(layout: Layout): string {
  const { path, version, description, assets, picture, isIndexed } = layout
  const title = version === undefined ? layout.title : `${layout.title} (${version})`
  const url = `${originMark}${path}`
  const fullTitle = path === '/' ? `${title} · ${description.split('.')[0] ?? ''}` : `${title} · Tagma`
  const meta = (property: string, content: string) => h('meta', { property, content })
  const head = h('head', [
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('title', fullTitle),
    h('meta', { name: 'description', content: description }),
    ...(isIndexed ? [] : [h('meta', { name: 'robots', content: 'noindex' })]),
    h('script', themeScript),
    h('link', { rel: 'preload', href: assets.font, as: 'font', type: 'font/woff2', crossOrigin: '' }),
    h('link', { rel: 'stylesheet', href: assets.style }),
    h('script', { src: assets.script, type: 'module' }),
    h('link', { rel: 'canonical', href: url }),
    h('link', {
      rel: 'alternate',
      type: 'text/markdown',
      href: markdownPath(path),
      title: 'This page as Markdown',
    }),
    h('link', {
      rel: 'alternate',
      type: 'application/atom+xml',
      href: '/releases.xml',
      title: 'Releases of Tagma',
    }),
    h('link', { rel: 'icon', href: assets.icon, type: 'image/svg+xml' }),
    h('meta', { name: 'theme-color', content: '#faf7f2', media: '(prefers-color-scheme: light)' }),
    h('meta', { name: 'theme-color', content: '#171412', media: '(prefers-color-scheme: dark)' }),
    meta('og:type', path === '/' ? 'website' : 'article'),
    meta('og:site_name', 'Tagma'),
    meta('og:title', title),
    meta('og:description', description),
    meta('og:url', url),
    meta('og:image', `${originMark}${picture}`),
    meta('og:image:alt', title),
    h('meta', { name: 'twitter:card', content: 'summary_large_image' }),
    ...layout.structuredData.map((data) =>
      h('script', { type: 'application/ld+json' }, JSON.stringify(data).replaceAll('<', '\\u003c')),
    ),
  ])
  const body = h(
    'body',
    { class: layout.bodyClass, dataSearch: layout.searchIndex, dataSearchScript: assets.search },
    [
      h('div', { class: 'shortcuts', role: 'navigation', ariaLabel: 'Shortcuts' }, [
        h('a', { href: '#main' }, 'Skip to the content'),
        h('a', { href: '/llms.txt' }, 'Index for programs: llms.txt'),
      ]),
      header(layout),
      ...layout.children,
      footer(layout),
    ],
  )
  const root: Root = {
    type: 'root',
    children: [{ type: 'doctype' }, h('html', { lang: 'en' }, [head, body])],
  }
  return `${toHtml(root, { omitOptionalTags: false, upperDoctype: false, allowDangerousHtml: true })}\n`
}

/** Draws the logo: five tiles in order, the last one speaking. */
export const mark = (): Element =>
  s('svg', { class: 'mark', viewBox: '0 0 32 32', width: 28, height: 28, ariaHidden: 'true' }, [
    ...[2, 12, 22].map((x) => s('rect', { x, y: 3, width: 8, height: 8, rx: 2 })),
    s('rect', { x: 12, y: 13, width: 8, height: 8, rx: 2 }),
    s('path', { class: 'speaking', d: 'M14 23h4a2 2 0 0 1 2 2v6l-3.2-2H14a2 2 0 0 1-2-2v-2a2 2 0 0 1 2-2z' }),
  ])

const navigation: readonly (readonly [text: string, href: string, prefix: string])[] = [
  ['Documentation', '/tag/introduction', '/tag'],
  ['API', '/tag/endpoints', ''],
]

function header({ path }: Layout): Element {
  return h('header', { class: 'top' }, [
    h('a', { class: 'brand', href: '/', ariaLabel: 'Tagma, home' }, [mark(), h('span', 'Tagma')]),
    h('nav', { class: 'site-nav', ariaLabel: 'Website' }, [
      ...navigation.map(([text, href, prefix]) =>
        h(
          'a',
          {
            href,
            ariaCurrent:
              path === href ? 'page' : prefix !== '' && path.startsWith(prefix) ? 'true' : undefined,
          },
          text,
        ),
      ),
    ]),
    h('button', { class: 'search-open', type: 'button', hidden: true, ariaKeyShortcuts: '/' }, [
      s('svg', { viewBox: '0 0 20 20', width: 16, height: 16, ariaHidden: 'true' }, [
        s('circle', { cx: 9, cy: 9, r: 5.5 }),
        s('path', { d: 'M13 13l4 4' }),
      ]),
      h('span', 'Search'),
      h('kbd', '/'),
    ]),
    h(
      'button',
      { class: 'theme', type: 'button', hidden: true, ariaLabel: 'Switch between light and dark' },
      [
        s('svg', { viewBox: '0 0 20 20', width: 18, height: 18, ariaHidden: 'true' }, [
          s('circle', { cx: 10, cy: 10, r: 7 }),
          s('path', { class: 'half', d: 'M10 3a7 7 0 0 1 0 14z' }),
        ]),
      ],
    ),
    h('a', { class: 'menu', href: path.startsWith('/tag') ? '#menu' : '#foot' }, 'Menu'),
  ])
}

function footer({ latest, lastmod, path }: Layout): Element {
  const links = (title: string, entries: readonly (readonly [string, string])[]) =>
    h('nav', { ariaLabel: title }, [
      h('p', title),
      h(
        'ul',
        entries.map(([text, href]) => h('li', [h('a', { href }, text)])),
      ),
    ])
  return h('footer', { id: 'foot' }, [
    h('div', { class: 'foot-links' }, [
      links('Documentation', [
        ['Getting started', '/tag/getting-started'],
        ['Self-hosting', '/tag/self-hosting'],
        ['Configuration', '/tag/configuration'],
        ['Troubleshooting', '/tag/troubleshooting'],
      ]),
      links('API', [
        ['Requests and answers', '/tag/api-requests'],
        ['All endpoints', '/tag/endpoints'],
        ['All events', '/tag/events'],
        ['API changelog', '/tag/changelog'],
      ]),
      links('Tagma', [
        ['About', '/about'],
        ['Security', '/security'],
        ['Releases', '/releases'],
        ['Privacy', '/privacy'],
      ]),
      links('For programs', [
        ['llms.txt', '/llms.txt'],
        ['llms-full.txt', '/llms-full.txt'],
        ['openapi.json', '/tag/openapi.json'],
        ['Sitemap', '/sitemap.xml'],
        ['This page as Markdown', markdownPath(path)],
      ]),
    ]),
    h('p', { class: 'small' }, [
      'Tagma is compatible with the Zulip API. It is not affiliated with, endorsed by or supported by Zulip or Kandra Labs. ',
      `Documentation ${latest}. This page was last changed on `,
      h('time', { dateTime: lastmod }, lastmod),
      '.',
    ]),
  ])
}

/** Takes content as children of an element. */
export const asChildren = (content: readonly RootContent[]): ElementContent[] =>
  content.filter((node): node is ElementContent => node.type !== 'doctype')
