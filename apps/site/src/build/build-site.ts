import { createHash } from 'node:crypto'
import { PackedFileWriter } from '@tagma/serving/packed-file.ts'
import { headingOf } from '../reference/words.ts'
import type { SiteTable } from '../serving/site-file.ts'
import { buildAssets } from './assets.ts'
import { VersionFrame } from './doc-page.ts'
import { CodeHighlighter } from './highlight.ts'
import { type Layout, printPage, themeScript } from './layout.ts'
import { apiCatalog, llmsFullText, llmsText, releasesFeed, robots, sitemap } from './lists.ts'
import { Output } from './output.ts'
import { PageSetter } from './page-setter.ts'
import {
  ContentError,
  madeSections,
  type Page,
  type Release,
  sections,
  type SitePage,
  type Version,
} from './page.ts'
import { readPictures } from './pictures.ts'
import { type Preview, PreviewPictures } from './preview-pictures.ts'
import { type Content, readContent } from './read-pages.ts'
import { type IndexedPage, searchIndex } from './search-index.ts'
import { servedMarkdown } from './served-markdown.ts'
import { frameHome, frameSitePage } from './site-page.ts'
import { structuredData } from './structured-data.ts'

const notFoundPath = '/404'
const sitePreview = { above: 'Self-hosted team chat', isSmall: false }

const facts = {
  notFound: notFoundPath,
  scriptHashes: [`sha256-${createHash('sha256').update(themeScript).digest('base64')}`],
}

/**
 * Builds all pages of all versions into a file. Throws a ContentError that lists every mistake of the content. Pages are
 * made before what takes most memory: the search indexes, then the preview pictures.
 */
export async function buildSite(folder: string, file: string): Promise<SiteTable> {
  const content = readContent(folder)
  const latest = content.versions.find(({ kind }) => kind === 'latest')
  if (!latest)
    throw new ContentError(
      'There is no release of the documentation; `npm run site:release -- <version>` cuts one',
    )
  const [assets, shots] = await Promise.all([buildAssets(), readPictures(folder)])
  const writer = new PackedFileWriter(file)
  try {
    const output = new Output(writer)
    for (const [path, bytes] of assets.files) output.file(path, bytes, undefined, true)
    for (const [path, { bytes }] of shots) output.file(path, bytes)
    const setter = new PageSetter(new CodeHighlighter(), shots)
    const pictures = new PreviewPictures()
    await addAll({ ...content, latest, assets: assets.paths, pictures, setter, output })
    return output.publish(facts)
  } catch (error) {
    writer.discard()
    throw error
  }
}

/** Adds everything but the files that pages load. */
async function addAll(build: Build): Promise<void> {
  const { versions, setter, output } = build
  addNotFound(build)
  for (const page of build.sitePages) addSitePage(build, page)
  const indexed: (readonly [Version, readonly IndexedPage[]])[] = []
  for (const version of versions) {
    indexed.push([version, addVersion(build, version)])
    output.publishPart(facts)
  }
  addLists(build)
  for (const [version, pages] of indexed) {
    const path = `${version.base}/api/search`
    output.file(path, await searchIndex(version, pages), 'application/json; charset=utf-8')
    if (version.kind === 'latest') output.alsoAt(path, `${version.base}/${version.slug}/api/search`)
  }
  setter.checkLinks((path) => output.has(path))
  if (setter.problems.length > 0) throw new ContentError(setter.problems.join('\n'))
  output.publishPart(facts)
  for await (const [path, bytes] of build.pictures.draw()) output.file(path, bytes, undefined, true)
}

/** A build on its way: the content, what is made of it, and the tools. */
interface Build extends Content {
  readonly latest: Version
  readonly assets: Layout['assets']
  readonly pictures: PreviewPictures
  readonly setter: PageSetter
  readonly output: Output
}

/** The parts of a layout that all kinds of pages have. */
const layoutOf = (
  { assets, pictures, latest }: Build,
  path: string,
  page: Pick<Page, 'title' | 'description' | 'lastmod'>,
  preview: Omit<Preview, 'title'>,
) => ({
  path,
  title: page.title,
  description: page.description,
  lastmod: page.lastmod,
  assets,
  picture: pictures.pathOf({ title: page.title, ...preview }),
  latest: latest.slug,
  searchIndex: `${latest.base}/api/search`,
})

/** Adds the pages of a version and its description of the API. */
function addVersion(build: Build, version: Version): IndexedPage[] {
  const { versions, setter, output } = build
  const frame = new VersionFrame(version, versions)
  for (const { slug, section } of version.pages.filter((page) => !sections.includes(page.section)))
    setter.problems.push(`${frame.pathOf(slug)}: there is no section "${section}"`)
  const pages: IndexedPage[] = []
  output.alias(version.base, { movedTo: frame.pathOf('introduction') })
  for (const page of frame.pagesInOrder) {
    // The guide can be read while the hundreds of made pages are on their way.
    const isFirstMade = madeSections.has(page.section) && !madeSections.has(pages.at(-1)?.page.section ?? '')
    if (isFirstMade && version.kind === 'latest') output.publishPart(facts)
    pages.push(addVersionPage(build, frame, version, page))
  }
  output.file(`${version.base}/openapi.json`, version.openApi, 'application/json; charset=utf-8')
  if (version.kind === 'latest') addLatest(build, frame, version, pages)
  return pages
}

function addVersionPage(build: Build, frame: VersionFrame, version: Version, page: Page): IndexedPage {
  const path = frame.pathOf(page.slug)
  const set = build.setter.setInVersion(path, page, version)
  const html = printPage({
    ...layoutOf(build, path, page, {
      above: page.group === undefined ? page.section : `${page.section} · ${headingOf(page.group)}`,
      isSmall: madeSections.has(page.section),
    }),
    isIndexed: version.kind === 'latest',
    version: version.kind === 'latest' ? undefined : version.slug,
    searchIndex: `${version.base}/api/search`,
    bodyClass: 'docs',
    structuredData: structuredData(path, page),
    children: frame.frame(page, set),
  })
  build.output.page(path, html, servedMarkdown(path, page, set.markdown, version.slug))
  return { page, passages: set.passages, headings: set.headings, markdown: set.markdown }
}

/** Adds what only the latest version has: addresses with its number, and the lists for language models. */
function addLatest(
  { versions, latest, sitePages, output }: Build,
  frame: VersionFrame,
  version: Version,
  pages: readonly IndexedPage[],
): void {
  for (const name of [...pages.map(({ page }) => page.slug), 'openapi.json'])
    output.alsoAt(frame.pathOf(name), frame.pathOf(`${version.slug}/${name}`))
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
  output.text('/llms-full.txt', llmsFullText(pages, latest))
}

/** Adds a page beside the documentation. */
function addSitePage(build: Build, page: SitePage): void {
  const { path } = page
  const body = path === '/releases' ? `${page.body}\n\n${releaseList(build.releases)}` : page.body
  const set = build.setter.setSitePage(path, { ...page, body })
  const html = printPage({
    ...layoutOf(build, path, page, sitePreview),
    isIndexed: true,
    bodyClass: path === '/' ? 'site front' : 'site',
    structuredData: structuredData(path, page),
    children: path === '/' ? frameHome(page, set) : frameSitePage(page, set),
  } satisfies Layout)
  build.output.page(path, html, servedMarkdown(path, page, set.markdown, undefined))
}

function addNotFound(build: Build): void {
  const { latest, setter, output } = build
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
      ...layoutOf(build, notFoundPath, missing, sitePreview),
      isIndexed: false,
      bodyClass: 'site',
      structuredData: [],
      children: frameSitePage({ ...missing, path: notFoundPath }, setter.setSitePage(notFoundPath, missing)),
    }),
    missing.body,
  )
}

/** Adds the lists that machines read. */
function addLists({ latest, sitePages, releases, output }: Build): void {
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
}

const releaseList = (releases: readonly Release[]): string =>
  releases
    .map(({ version, date, summary }, index) => {
      const base = index === 0 ? '/tag' : `/tag/${version}`
      return `## ${version}\n\nReleased on ${date}. [Its documentation](${base}/introduction).\n\n${summary}`
    })
    .join('\n\n')
