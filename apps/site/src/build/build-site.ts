import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stringify } from 'yaml'
import { longestPage } from '../reference/words.ts'
import { type Body, originMark, type Resource, type SiteTable } from '../serving/site-file.ts'
import { buildAssets } from './assets.ts'
import { VersionFrame } from './doc-page.ts'
import { CodeHighlighter } from './highlight.ts'
import { type Layout, printPage, themeScript } from './layout.ts'
import { type InnerLink, linkResolver, markdownPath } from './links.ts'
import { apiCatalog, llmsFullText, llmsText, releasesFeed, robots, sitemap } from './lists.ts'
import { ContentError, type Page, type Release, sections, type Version } from './page.ts'
import { previewPictures } from './preview-pictures.ts'
import { readContent } from './read-pages.ts'
import { searchIndex } from './search-index.ts'
import { type SetPage, setMarkdown } from './set-markdown.ts'
import { frameHome, frameSitePage } from './site-page.ts'

export interface BuiltSite {
  readonly table: SiteTable
  readonly bodies: readonly Uint8Array[]
}

const notFoundPath = '/404'

/** Builds all pages of all versions. Throws a ContentError that lists everything that is wrong with the content. */
export async function buildSite(folder: string): Promise<BuiltSite> {
  const { versions, sitePages, releases } = readContent(folder)
  const latest = versions.find(({ kind }) => kind === 'latest')
  if (!latest)
    throw new ContentError(
      'There is no release of the documentation; `npm run site:release -- <version>` cuts one',
    )
  const [assets, highlighter] = await Promise.all([buildAssets(), CodeHighlighter.create()])
  const output = new Output()
  const problems: string[] = []
  const links: InnerLink[] = []
  const anchors = new Map<string, ReadonlySet<string>>()

  const set = (
    path: string,
    page: Pick<Page, 'body' | 'description' | 'title'>,
    version?: Version,
  ): SetPage => {
    const complain = (problem: string) => problems.push(`${path}: ${problem}`)
    const result = setMarkdown(page.body, {
      highlighter,
      resolve: linkResolver(path, version, (link) => links.push(link)),
      complain,
    })
    anchors.set(path, new Set(result.headings.map(({ id }) => id)))
    if (page.description.length < 40)
      complain('the description should be a sentence of 40 characters or more')
    if (page.body.length > longestPage)
      complain(`the page has ${page.body.length} characters; ${longestPage} is the limit`)
    return result
  }

  const pictures = await previewPictures(latest, sitePages)
  for (const [path, bytes] of [...assets.files, ...pictures.files])
    output.file(path, bytes, contentTypeOf(path), true)
  for (const file of globSync(join(folder, 'pictures/**/*.{png,svg,webp}')))
    output.file(`/${relative(folder, file)}`, readFileSync(file), contentTypeOf(file))

  const layoutOf = (path: string, page: Pick<Page, 'title' | 'description' | 'lastmod'>) => ({
    path,
    title: page.title,
    description: page.description,
    lastmod: page.lastmod,
    assets: assets.paths,
    picture: pictures.of(path),
    latest: latest.slug,
    searchIndex: `${latest.base}/api/search`,
  })

  for (const version of versions) {
    const frame = new VersionFrame(version, versions)
    const pages = frame.pagesInOrder.map((page) => ({
      page,
      set: set(frame.pathOf(page.slug), page, version),
    }))
    const lost = version.pages.filter(({ section }) => !sections.includes(section))
    for (const { slug, section } of lost)
      problems.push(`${frame.pathOf(slug)}: there is no section "${section}"`)
    for (const { page, set: content } of pages) {
      const path = frame.pathOf(page.slug)
      const html = printPage({
        ...layoutOf(path, page),
        isIndexed: version.kind === 'latest',
        searchIndex: `${version.base}/api/search`,
        bodyClass: 'docs',
        structuredData: structuredData(path, page),
        children: frame.frame(page, content),
      })
      output.page(path, html, servedMarkdown(path, page, content, version.slug))
    }
    output.alias(version.base, { movedTo: frame.pathOf('introduction') })
    output.file(
      `${version.base}/api/search`,
      await searchIndex(version, pages),
      'application/json; charset=utf-8',
    )
    if (version.kind === 'latest') {
      for (const { page } of pages)
        output.alsoAt(frame.pathOf(page.slug), `${version.base}/${version.slug}/${page.slug}`)
      output.alias(`${version.base}/${version.slug}`, { movedTo: frame.pathOf('introduction') })
      const bySection = sections.map((section) => [section, frame.sectionPages(section)] as const)
      output.text(
        '/llms.txt',
        llmsText({
          versions,
          latest,
          sitePages,
          sections: bySection.filter(([, members]) => members.length > 0),
        }),
      )
      output.text(
        '/llms-full.txt',
        llmsFullText(
          pages.map(({ page, set: { markdown } }) => ({ page, markdown })),
          latest,
        ),
      )
    }
  }

  for (const page of sitePages) {
    const { path } = page
    const body = path === '/releases' ? `${page.body}\n\n${releaseList(releases)}` : page.body
    const content = set(path, { ...page, body })
    const html = printPage({
      ...layoutOf(path, page),
      isIndexed: true,
      bodyClass: path === '/' ? 'site front' : 'site',
      structuredData: structuredData(path, page),
      children: path === '/' ? frameHome(page, content) : frameSitePage(page, content),
    } satisfies Layout)
    output.page(path, html, servedMarkdown(path, page, content, undefined))
  }
  const missing = {
    title: 'Page not found',
    description:
      'There is no page at this address. The documentation, the list of all pages and the search lead on.',
    lastmod: latest.released ?? '',
    body: `There is no page at this address. It may have moved, or the link may be mistyped.\n\n- [Documentation](/tag/introduction)\n- [All endpoints of the API](/tag/endpoints)\n- [Home](/)`,
  }
  output.page(
    notFoundPath,
    printPage({
      ...layoutOf(notFoundPath, missing),
      isIndexed: false,
      bodyClass: 'site',
      structuredData: [],
      children: frameSitePage({ ...missing, path: notFoundPath }, set(notFoundPath, missing)),
    }),
    missing.body,
  )

  output.file(
    '/sitemap.xml',
    sitemap([
      ...sitePages,
      ...latest.pages.map(({ slug, lastmod }) => ({ path: `${latest.base}/${slug}`, lastmod })),
    ]),
    'application/xml; charset=utf-8',
  )
  output.file('/releases.xml', releasesFeed(releases), 'application/atom+xml; charset=utf-8')
  output.text('/robots.txt', robots)
  output.alias('/.well-known/llms.txt', { movedTo: '/llms.txt' })
  output.file('/.well-known/api-catalog', apiCatalog, 'application/linkset+json')

  for (const { from, path, anchor } of links) {
    if (!output.has(path)) problems.push(`${from}: the link to ${path} leads nowhere`)
    else if (anchor !== undefined && anchors.has(path) && !anchors.get(path)?.has(anchor))
      problems.push(`${from}: ${path} has no heading #${anchor}`)
  }
  if (problems.length > 0) throw new ContentError(problems.join('\n'))
  return output.finish([`sha256-${createHash('sha256').update(themeScript).digest('base64')}`])
}

/** Collects what the site answers. */
class Output {
  readonly #resources: Record<string, Resource> = {}
  readonly #bodies: Uint8Array[] = []
  readonly #places: Body[] = []
  #size = 0

  has(path: string): boolean {
    return path in this.#resources
  }

  page(path: string, html: string, markdown: string): void {
    const resource = { html: this.#add(html), markdown: this.#add(markdown) }
    this.#resources[path] = resource
    this.#resources[markdownPath(path)] = { markdown: resource.markdown }
  }

  file(path: string, content: string | Uint8Array, contentType: string, isImmutable = false): void {
    this.#resources[path] = {
      file: [this.#add(content), contentType],
      ...(isImmutable ? { isImmutable } : {}),
    }
  }

  text(path: string, content: string): void {
    this.file(path, content, 'text/plain; charset=utf-8')
  }

  alias(path: string, resource: Resource): void {
    this.#resources[path] = resource
  }

  /** The same page at another address. */
  alsoAt(path: string, other: string): void {
    for (const name of [(text: string) => text, markdownPath]) {
      const resource = this.#resources[name(path)]
      if (resource) this.#resources[name(other)] = resource
    }
  }

  finish(scriptHashes: readonly string[]): BuiltSite {
    return {
      table: { bodies: this.#places, resources: this.#resources, scriptHashes, notFound: notFoundPath },
      bodies: this.#bodies,
    }
  }

  #add(content: string | Uint8Array): number {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
    this.#places.push({ at: this.#size, length: bytes.length, tag })
    this.#size += bytes.length
    return this.#bodies.push(bytes) - 1
  }
}

/** The page as Markdown, with what a program wants to know of it and where the other pages are. */
function servedMarkdown(
  path: string,
  { title, description, lastmod }: Pick<Page, 'title' | 'description' | 'lastmod'>,
  { markdown }: SetPage,
  version: string | undefined,
): string {
  const matter = {
    title,
    description,
    url: `${originMark}${path}`,
    ...(version === undefined ? {} : { version }),
    lastmod,
  }
  return `---
${stringify(matter, { lineWidth: 0 })}---

> All pages are listed in ${originMark}/llms.txt

# ${title}

${markdown.trim()}
`
}

function structuredData(
  path: string,
  { title, description, lastmod }: Pick<Page, 'title' | 'description' | 'lastmod'>,
): object[] {
  const url = `${originMark}${path}`
  if (path === '/') {
    return [
      {
        '@context': 'https://schema.org',
        '@type': 'SoftwareApplication',
        name: 'Tagma',
        description,
        url,
        applicationCategory: 'CommunicationApplication',
        operatingSystem: 'Linux, macOS',
        license: 'https://www.apache.org/licenses/LICENSE-2.0',
        offers: { '@type': 'Offer', price: 0, priceCurrency: 'EUR' },
      },
    ]
  }
  if (!path.startsWith('/tag')) return []
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'TechArticle',
      headline: title,
      description,
      url,
      dateModified: lastmod,
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Documentation', item: `${originMark}/tag/introduction` },
        { '@type': 'ListItem', position: 2, name: title, item: url },
      ],
    },
  ]
}

const releaseList = (releases: readonly Release[]): string =>
  releases
    .map(({ version, date, summary }, index) => {
      const base = index === 0 ? '/tag' : `/tag/${version}`
      return `## ${version}\n\nReleased on ${date}. [Its documentation](${base}/introduction).\n\n${summary}`
    })
    .join('\n\n')

const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  woff2: 'font/woff2',
}

const contentTypeOf = (path: string): string =>
  contentTypes[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
