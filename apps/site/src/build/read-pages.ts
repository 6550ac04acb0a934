import { globSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { parse } from 'yaml'
import { contractFacts, openApiText, referencePages } from '../reference/reference-pages.ts'
import { readPage } from './front-matter.ts'
import { type LastModified, readLastModified } from './last-modified.ts'
import { ContentError, type Page, type Release, type SitePage, type Version } from './page.ts'

export interface Content {
  /** Newest first, then development. */
  readonly versions: readonly Version[]
  readonly sitePages: readonly SitePage[]
  readonly releases: readonly Release[]
}

/** The file of a release that holds its API as an OpenAPI document. */
export const openApiFile = 'openapi.json'

/** Reads all content of the website. `folder` is the folder of the workspace. */
export function readContent(folder: string): Content {
  const changed = readLastModified(folder)
  const releases = readReleases(folder)
  return {
    versions: [
      ...releases.map(({ version, date }, index): Version => ({
        slug: version,
        base: index === 0 ? '/tag' : `/tag/${version}`,
        kind: index === 0 ? 'latest' : 'older',
        released: date,
        pages: readFolder(join(folder, 'releases', version), folder, changed),
        openApi: readFileSync(join(folder, 'releases', version, openApiFile), 'utf8'),
      })),
      {
        slug: 'development',
        base: '/tag/development',
        kind: 'development',
        pages: developmentPages(folder, changed),
        openApi: openApiText(),
      },
    ],
    sitePages: markdownFiles(join(folder, 'content/site')).map((file) => {
      const path = relative(folder, file)
      const { title, description, lastmod, body } = readPage(
        path,
        readFileSync(file, 'utf8'),
        changed.of(path),
      )
      const name = basename(file, '.md')
      return { path: name === 'index' ? '/' : `/${name}`, title, description, lastmod, body }
    }),
    releases,
  }
}

/** Returns the pages under development: hand-written ones and those made from the contract. */
export function developmentPages(folder: string, changed: LastModified = readLastModified(folder)): Page[] {
  const facts = contractFacts()
  const written = readFolder(join(folder, 'content/tag'), folder, changed).map((page) => ({
    ...page,
    body: page.body.replaceAll(/\{\{([\w-]+)\}\}/g, (whole, name: string) => {
      const text = facts[name]
      if (text === undefined) throw new ContentError(`content/tag/${page.slug}.md: there is no ${whole}`)
      return text
    }),
  }))
  const pages = [...written, ...referencePages(folder, changed)]
  const seen = new Set<string>()
  for (const { slug } of pages) {
    if (seen.has(slug)) throw new ContentError(`Two pages are called "${slug}"`)
    seen.add(slug)
  }
  return pages
}

const markdownFiles = (folder: string): string[] => globSync(join(folder, '*.md')).toSorted()

const readFolder = (folder: string, root: string, changed: LastModified): Page[] =>
  markdownFiles(folder).map((file) => {
    const path = relative(root, file)
    return readPage(path, readFileSync(file, 'utf8'), changed.of(path))
  })

/** Returns the releases of the documentation, newest first. */
export function readReleases(folder: string): Release[] {
  return globSync(join(folder, 'releases/*/release.yaml'))
    .map((file): Release => {
      const { version, date, summary } = parse(readFileSync(file, 'utf8')) as Record<string, unknown>
      if (typeof version !== 'string' || typeof date !== 'string' || typeof summary !== 'string')
        throw new ContentError(`${file}: version, date and summary should be texts`)
      return { version, date, summary }
    })
    .toSorted((a, b) => -compareVersions(a.version, b.version))
}

/** Orders 0.9 before 0.10. */
export function compareVersions(a: string, b: string): number {
  const [left = [], right = []] = [a, b].map((version) => version.split('.').map(Number))
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
