import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load, create, search, type RawData } from '@orama/orama'
import { endpoints } from '@tagma/contract/endpoints.ts'
import { errorCodes } from '@tagma/contract/errors.ts'
import { events } from '@tagma/contract/events.ts'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildSite } from '../src/build/build-site.ts'
import { developmentPages } from '../src/build/read-pages.ts'
import { errorSlug, eventSlug } from '../src/reference/words.ts'
import { SiteFile } from '../src/serving/site-file.ts'
import { siteFolder } from '../src/serving/site-sources.ts'
import { builtSite } from './built-site.ts'

let site: SiteFile
beforeAll(async () => {
  site = new SiteFile(await builtSite())
})

function read(path: string): string {
  const resource = site.resources.get(path)
  const index = resource?.file?.[0] ?? resource?.html ?? resource?.markdown
  const body = index === undefined ? undefined : site.table.bodies[index]
  if (!body) throw new Error(`There is no ${path}`)
  return site.read(body).toString()
}

/** Builds a changed copy of the content. */
async function buildChanged(change: (folder: string) => void): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-content-'))
  try {
    for (const name of ['content', 'pictures', 'releases', 'configuration.json', 'last-modified.json'])
      cpSync(join(siteFolder, name), join(folder, name), { recursive: true })
    change(folder)
    return await buildSite(folder, join(folder, 'site.bin')).then(
      () => undefined,
      (error: unknown) => error,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const append = (folder: string, path: string, text: string) =>
  writeFileSync(join(folder, path), `${readFileSync(join(folder, path), 'utf8')}\n${text}\n`)

test('every endpoint, event and error code has its page', () => {
  const slugs = new Set(developmentPages(siteFolder).map(({ slug }) => slug))
  const wanted = [
    ...Object.values(endpoints).map(({ id }) => id),
    ...events.map(eventSlug),
    ...Object.keys(errorCodes).map(errorSlug),
  ]
  expect(wanted.filter((slug) => !slugs.has(slug))).toEqual([])
})

test('a page of the development version has a banner, one of the latest has none', () => {
  expect(read('/tag/development/security')).toContain('href="/tag/security">The same page of ')
  expect(read('/tag/security')).not.toContain('class="banner"')
  expect(read('/tag/development/security')).toContain('<meta name="robots" content="noindex">')
})

test('mistakes in the content fail the build, all named at once', async () => {
  const error = await buildChanged((folder) => {
    append(
      folder,
      'content/tag/security.md',
      '[a](no-such-page), [b](troubleshooting#no-such-heading), [c](/nowhere)',
    )
    append(folder, 'content/tag/troubleshooting.md', '```cobol\nADD 1 TO X\n```\n\n<b>bold</b>')
    append(folder, 'content/tag/upgrading.md', 'Long. '.repeat(10_000))
  })
  expect(String(error)).toContain(
    '/tag/development/security: the link to /tag/development/no-such-page leads nowhere',
  )
  expect(String(error)).toContain('/tag/development/troubleshooting has no heading #no-such-heading')
  expect(String(error)).toContain('/tag/development/security: the link to /nowhere leads nowhere')
  expect(String(error)).toContain('/tag/development/troubleshooting: The language cobol')
  expect(String(error)).toContain('/tag/development/troubleshooting: HTML in Markdown')
  expect(String(error)).toMatch(
    /\/tag\/development\/upgrading: the page has 6\d+ characters; 50000 is the limit/,
  )
})

test('a page without a description fails the build', async () => {
  const error = await buildChanged((folder) =>
    writeFileSync(join(folder, 'content/tag/security.md'), '---\ntitle: Security\n---\nText'),
  )
  expect(String(error)).toContain('content/tag/security.md: the front matter lacks "description"')
})

test('with several releases the newest is at /tag, and the others keep their pages', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-releases-'))
  for (const name of ['content', 'pictures', 'releases', 'configuration.json', 'last-modified.json'])
    cpSync(join(siteFolder, name), join(folder, name), { recursive: true })
  for (const version of ['0.2', '0.10']) {
    cpSync(join(folder, 'releases/0.1'), join(folder, 'releases', version), { recursive: true })
    writeFileSync(
      join(folder, 'releases', version, 'release.yaml'),
      `version: "${version}"\ndate: "2026-12-01"\nsummary: Something.\n`,
    )
    append(folder, `releases/${version}/security.md`, `Only in ${version}.`)
  }
  rmSync(join(folder, 'releases/0.10/architecture.md'))
  const latest = join(folder, 'releases/0.10')
  for (const file of readdirSync(latest))
    writeFileSync(
      join(latest, file),
      readFileSync(join(latest, file), 'utf8').replaceAll('](architecture)', '](introduction)'),
    )
  writeFileSync(
    join(folder, 'content/site/about.md'),
    readFileSync(join(folder, 'content/site/about.md'), 'utf8').replaceAll(
      '/tag/architecture',
      '/tag/development/architecture',
    ),
  )
  const built = join(folder, 'site.bin')
  const table = await buildSite(folder, built)
  const older = new SiteFile(built)
  onTestFinished(() => older.close())
  rmSync(folder, { recursive: true })
  const body = (index: number | undefined) => older.read(table.bodies[index ?? -1]!).toString()
  const text = (path: string) => body(table.resources[path]?.html)
  expect(text('/tag/security')).toContain('Only in 0.10.')
  expect(text('/tag/0.10/security')).toBe(text('/tag/security'))
  expect(text('/tag/0.2/security')).toContain('Only in 0.2.')
  expect(text('/tag/0.2/security')).toContain('This describes release 0.2, which is not the latest.')
  // A page that the latest version lacks leads to the beginning of the latest version.
  expect(text('/tag/0.2/architecture')).toContain('href="/tag/introduction">The documentation of 0.10')
  expect(table.resources['/tag/architecture']).toBeUndefined()
  const list = body(table.resources['/llms.txt']?.file?.[0])
  expect(list).toMatch(
    /\[0\.10\][^\n]*Use this one[\s\S]*\[0\.2\][^\n]*older[\s\S]*\[0\.1\][^\n]*older[\s\S]*\[development\]/,
  )
})

test('the search index is an Orama export that its own library loads and searches', async () => {
  const exported = JSON.parse(read('/tag/api/search')) as RawData & Record<string, unknown>
  expect(exported.type).toBe('advanced')
  const { docs } = exported.docs as { docs: Record<string, Record<string, unknown>>; count: number }
  expect(Object.keys(docs).slice(0, 2)).toEqual(['1', '2'])
  expect(docs['1']).toEqual({
    id: '/tag/introduction',
    page_id: '/tag/introduction',
    type: 'page',
    content: 'Introduction',
    tags: ['get-started'],
    url: '/tag/introduction',
  })
  const db = create({ schema: { _: 'string' } as const })
  load(db, exported)
  const { groups, hits } = await search(db, {
    term: 'subscribe chanels',
    tolerance: 1,
    properties: ['content'] as never,
    groupBy: { properties: ['page_id'], maxResult: 8 } as never,
  })
  expect(hits.length).toBeGreaterThan(0)
  expect(groups?.map(({ values }) => values[0])).toContain('/tag/subscribe')
})
