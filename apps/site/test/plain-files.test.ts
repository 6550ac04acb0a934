import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writePlainFiles } from '../src/build/write-plain-files.ts'
import { SiteFile } from '../src/serving/site-file.ts'
import { builtSite } from './built-site.ts'

test('the website is written as plain files whose links lead to each other', async () => {
  const site = new SiteFile(await builtSite())
  onTestFinished(() => site.close())
  const parent = mkdtempSync(join(tmpdir(), 'tagma-plain-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const folder = join(parent, 'files')
  // The second build writes over the first.
  for (const url of ['https://old.example.com', 'https://docs.example.com'])
    writePlainFiles(folder, site, url)
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')

  expect(read('index.html')).toContain('<link rel="canonical" href="https://docs.example.com/">')
  expect(read('tag/getting-started.md')).toContain('url: https://docs.example.com/tag/getting-started\n')
  expect(read('.well-known/llms.txt')).toBe(read('llms.txt'))
  expect(read('tag/index.html')).toContain('url=/tag/introduction')
  expect(JSON.parse(read('tag/api/search'))).toMatchObject({ type: 'advanced' })
  for (const path of ['404.html', 'sitemap.xml', 'robots.txt', 'tag/openapi.json'])
    expect(existsSync(join(folder, path))).toBe(true)

  const isThere = (path: string) =>
    ['', '.html', '/index.html'].some((ending) => existsSync(join(folder, `${path}${ending}`)))
  const broken = new Set<string>()
  for (const file of globSync('{*,tag/*}.html', { cwd: folder })) {
    const text = read(file)
    expect(text).not.toMatch(/old\.example\.com|\.invalid/)
    for (const [, path = ''] of text.matchAll(/ (?:href|src)="(\/[^"#?]*)/g))
      if (!isThere(path)) broken.add(path)
  }
  expect([...broken]).toEqual([])
})
