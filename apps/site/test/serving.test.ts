import { mkdtempSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { endpoints } from '@tagma/contract/endpoints.ts'
import { PackedFileWriter } from '@tagma/serving/packed-file.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Output } from '../src/build/output.ts'
import { Site } from '../src/serving/answer.ts'
import { SiteFile } from '../src/serving/site-file.ts'
import { builtSite, type ServedSite, serveSite } from './built-site.ts'

let site: ServedSite
beforeAll(async () => {
  site = await serveSite(await builtSite())
})
afterAll(() => site.close())

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${site.url}${path}`, { headers, method, redirect: 'manual' })

/** Returns the server's answer to bytes that no client library would send. */
function raw(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1', () => socket.write(request))
    let answer = ''
    socket.on('data', (part) => (answer += part.toString('latin1')))
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}
const rawGet = (path: string, headers = '') =>
  raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`)
const statusOf = (answer: string) => Number(answer.split(' ', 2)[1])

test('a part of the site knows its pages, and nothing of those that may be made later', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'tagma-part-')), 'site.bin')
  const output = new Output(new PackedFileWriter(path))
  output.page('/tag/security', '<p>guide</p>', 'guide')
  const facts = { notFound: '/404', scriptHashes: [] }
  output.publishPart(facts)
  const part = new Site(new SiteFile(path))
  const known = [
    '/tag/security',
    '/tag/security/?a=b',
    '/tag/security.md',
    'http://x.test/tag/security',
    '/%ff',
  ]
  for (const url of known) expect([url, part.knows(url)]).toEqual([url, true])
  for (const url of ['/', '/tag/send-message']) expect([url, part.knows(url)]).toEqual([url, false])
  part.close()
  output.publish(facts)
  const whole = new Site(new SiteFile(path))
  expect(whole.knows('/tag/send-message')).toBe(true)
  whole.close()
})

test.each([
  ['/', 'text/html; charset=utf-8', '<!doctype html>'],
  ['/llms.txt', 'text/plain; charset=utf-8', '# Tagma\n\n> '],
  ['/llms-full.txt', 'text/plain; charset=utf-8', '# Tagma'],
  ['/tag/getting-started', 'text/html; charset=utf-8', '<!doctype html>'],
  ['/tag/getting-started.md', 'text/markdown; charset=utf-8', '---\ntitle: Getting started'],
  ['/tag/development/getting-started', 'text/html; charset=utf-8', '<!doctype html>'],
  ['/tag/development/getting-started.md', 'text/markdown; charset=utf-8', '---\ntitle: Getting started'],
  ['/tag/0.1/getting-started.md', 'text/markdown; charset=utf-8', '---\ntitle: Getting started'],
  ['/tag/send-message.md', 'text/markdown; charset=utf-8', '---\ntitle: Send a message'],
  ['/tag/event-message', 'text/html; charset=utf-8', '<!doctype html>'],
  ['/tag/error-bad-request.md', 'text/markdown; charset=utf-8', '---\ntitle:'],
  ['/tag/api/search', 'application/json; charset=utf-8', '{"type":"advanced"'],
  ['/tag/api/search?query=x', 'application/json; charset=utf-8', '{"type":"advanced"'],
  ['/tag/openapi.json', 'application/json; charset=utf-8', '{"openapi":"3.1'],
  ['/tag/development/openapi.json', 'application/json; charset=utf-8', '{"openapi":"3.1'],
  ['/tag/0.1/openapi.json', 'application/json; charset=utf-8', '{"openapi":"3.1'],
  ['/sitemap.xml', 'application/xml; charset=utf-8', '<?xml'],
  ['/releases.xml', 'application/atom+xml; charset=utf-8', '<?xml'],
  ['/robots.txt', 'text/plain; charset=utf-8', 'User-agent: *'],
  ['/.well-known/api-catalog', 'application/linkset+json', '{"linkset"'],
  ['/about', 'text/html; charset=utf-8', '<!doctype html>'],
  ['/about.md', 'text/markdown; charset=utf-8', '---\ntitle: About'],
])('%s is %s', async (path, type, beginning) => {
  const response = await get(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(type)
  expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await response.text()).startsWith(beginning)).toBe(true)
})

test('every page is Markdown for those who ask for it', async () => {
  for (const path of ['/', '/about', '/tag/capabilities', '/tag/development/capabilities']) {
    const response = await get(path, { accept: 'text/markdown, text/html;q=0.5' })
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(response.headers.get('vary')).toContain('Accept')
  }
  const html = await get('/', { accept: 'text/markdown;q=0' })
  expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(html.headers.get('link')).toContain('</index.md>; rel="alternate"; type="text/markdown"')
})

test('links in Markdown are absolute, at the address that was asked for', async () => {
  const text = await (await get('/tag/introduction.md')).text()
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link ?? '')
  expect(links.length).toBeGreaterThan(5)
  for (const link of links) expect(link).toMatch(/^https?:\/\//)
  expect(links).toContain(`${site.url}/tag/getting-started.md`)
  const other = await rawGet('/tag/introduction.md').then((answer) => answer)
  expect(other).toContain('(http://localhost/tag/getting-started.md)')
})

test('every link in llms.txt and in the sitemap leads to a page', async () => {
  const list = await (await get('/llms.txt')).text()
  const sitemap = await (await get('/sitemap.xml')).text()
  const addresses = new Set([
    ...[...list.matchAll(/\]\((http[^)]+)\)/g)].map(([, url]) => url ?? ''),
    ...[...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url ?? ''),
  ])
  expect(addresses.size).toBeGreaterThan(50)
  const answers = await Promise.all([...addresses].map(async (url) => [url, (await fetch(url)).status]))
  expect(answers.filter(([, status]) => status !== 200)).toEqual([])
  for (const version of ['development', '0.1']) expect(list).toContain(`[${version}]`)
})

test('programs find the API as an OpenAPI document of each version', async () => {
  const { linkset } = (await (await get('/.well-known/api-catalog')).json()) as {
    linkset: Record<string, string | { href: string; type?: string }[]>[]
  }
  const links = linkset.flatMap((relations) => Object.values(relations).filter(Array.isArray).flat())
  const found = await Promise.all(
    links.map(async ({ href, type }) => {
      const { status, headers } = await fetch(href)
      return { href, status, type: type && headers.get('content-type')?.split(';')[0] }
    }),
  )
  expect(found).toEqual(links.map(({ href, type }) => ({ href, status: 200, type })))
  expect(links.map(({ href }) => href)).toContain(`${site.url}/tag/openapi.json`)
  expect(await (await get('/llms.txt')).text()).toContain(' /tag/openapi.json ')
  const development = (await (await get('/tag/development/openapi.json')).json()) as {
    paths: Record<string, object>
  }
  const operations = Object.values(development.paths).flatMap((methods) => Object.keys(methods))
  expect(operations).toHaveLength(Object.keys(endpoints).length)
})

test('a name that only the request knows gets into nothing that a cache keeps', async () => {
  const foreign = (path: string, headers = '') =>
    raw(`GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n${headers}\r\n`)
  for (const path of ['/', '/tag/send-message', '/tag/development/security', '/nothing']) {
    const answer = await foreign(path)
    expect(answer).not.toMatch(/evil\.example|origin\.invalid|rel="canonical"/)
    expect(answer).toContain('<h1')
  }
  for (const path of ['/llms.txt', '/tag/security.md', '/sitemap.xml', '/api/v1/users', '/nothing.md']) {
    const answer = await foreign(path)
    expect(answer).toContain('http://evil.example/')
    expect(answer).toMatch(/^Cache-Control: private, no-store\r$/m)
  }
  const etagOf = (answer: string) => /^ETag: (.*)$/m.exec(answer)?.[1]
  expect(etagOf(await foreign('/about'))).toBe(etagOf(await rawGet('/about')))
})

test('a page tells other sites and search engines what it is, where the address is configured', async () => {
  const configured = await serveSite(await builtSite(), 'https://www.example.com')
  const answer = await fetch(`${configured.url}/tag/send-message`)
  const list = await fetch(`${configured.url}/llms.txt`)
  await configured.close()
  for (const { headers } of [answer, list])
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  expect(await list.text()).toContain('(https://www.example.com/tag/')
  const page = await answer.text()
  const [, picture = ''] =
    /<meta property="og:image" content="https:\/\/www.example.com([^"]+)">/.exec(page) ?? []
  const preview = await get(picture)
  expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/png'])
  const data = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)]
  expect(data.map(([, text = '{}']) => (JSON.parse(text) as { '@type': string })['@type'])).toEqual([
    'TechArticle',
    'BreadcrumbList',
  ])
  expect(page).toContain(`<link rel="canonical" href="https://www.example.com/tag/send-message">`)
  const feed = await (await get('/releases.xml')).text()
  expect(feed).toContain(`<id>${site.url}/releases#0.1</id>`)
})

test('a path that is not there is answered in the form that fits', async () => {
  const form = async (path: string, accept?: string) => {
    const response = await get(path, accept === undefined ? {} : { accept })
    expect(response.status).toBe(404)
    expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding')
    return response.headers.get('content-type')?.split(';')[0]
  }
  expect(await form('/nothing')).toBe('text/html')
  expect(await form('/nothing', 'text/markdown')).toBe('text/markdown')
  expect(await form('/nothing', 'application/json')).toBe('application/json')
  expect(await form('/tag/nothing.md', 'text/html')).toBe('text/markdown')
  expect(await form('/tag/9.9/introduction.md')).toBe('text/markdown')
  expect(await form('/tag/development/nothing.md')).toBe('text/markdown')
  for (const path of ['/api/', '/api/v1/messages', '/api/x.md', '/api/%00', '/api/a/../b?c=d', '/api'])
    expect(await form(path, 'text/markdown')).toBe('application/json')
})

test('an error below /api/ names what it is and where to look', async () => {
  const { error } = await (await get('/api/v1/users')).json()
  expect(error).toEqual({
    status: 404,
    code: 'not_found',
    message: expect.any(String),
    path: '/api/v1/users',
    hint: expect.stringContaining('/llms.txt'),
    documentation: `${site.url}/llms.txt`,
  })
  expect((await get('/api/v1/users', {}, 'POST')).status).toBe(404)
})

test.each([
  ['/tag/../../../etc/passwd', 404],
  ['/tag/..%2f..%2fetc%2fpasswd', 404],
  ['/tag/%2e%2e/%2e%2e/etc/passwd', 404],
  ['/..\\..\\etc\\passwd', 404],
  ['/tag/getting-started%00.md', 400],
  ['/%', 400],
  ['/%c3%28', 400],
  [`/${'a'.repeat(4000)}`, 414],
  [`/${'a'.repeat(40_000)}`, 431],
  ['//evil.example/', 404],
  ['/tag//getting-started', 404],
  ['/__proto__', 404],
  ['/constructor', 404],
  ['/%74ag/getting-started', 200],
  ['http://elsewhere.example/tag/getting-started', 200],
])('%j is answered with %i and no trace', async (path, status) => {
  const answer = await rawGet(path)
  expect(statusOf(answer)).toBe(status)
  expect(answer).not.toMatch(/\n\s+at |root:|node:internal/)
})

test('a path that an error repeats cannot become markup', async () => {
  const answer = await rawGet('/tag/`<script>[x](javascript:1).md')
  expect(answer).toContain('404')
  expect(answer).not.toContain('<script>')
})

test('nothing can be changed', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const response = await get('/tag/getting-started', {}, method)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  }
  const options = await get('/', {}, 'OPTIONS')
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
})

test('HEAD has the headers of GET and no body', async () => {
  const [head, whole] = await Promise.all([get('/tag/security', {}, 'HEAD'), get('/tag/security')])
  expect(await head.text()).toBe('')
  expect(head.headers.get('etag')).toBe(whole.headers.get('etag'))
  expect(head.headers.get('content-length')).toBe(whole.headers.get('content-length'))
})

test('each coding has its bytes and its ETag', async () => {
  const bytesOf = async (coding: string) => {
    const answer = await rawGet('/tag/security', `Accept-Encoding: ${coding}\r\n`)
    const [head = ''] = answer.split('\r\n\r\n', 1)
    return {
      etag: /^etag: (.*)$/im.exec(head)?.[1],
      coding: /^content-encoding: (.*)$/im.exec(head)?.[1],
      body: Buffer.from(answer.slice(head.length + 4), 'latin1'),
    }
  }
  const [plain, gzip, br, zstd] = await Promise.all(['identity', 'gzip', 'br', 'zstd'].map(bytesOf))
  const text = plain?.body.toString()
  expect(text).toContain('<h1>Security</h1>')
  expect(gunzipSync(gzip?.body ?? '').toString()).toBe(text)
  expect(brotliDecompressSync(br?.body ?? '').toString()).toBe(text)
  expect(zstdDecompressSync(zstd?.body ?? '').toString()).toBe(text)
  expect(new Set([plain, gzip, br, zstd].map((answer) => answer?.etag)).size).toBe(4)
  expect([plain, gzip, br, zstd].map((answer) => answer?.coding)).toEqual([undefined, 'gzip', 'br', 'zstd'])
})

test('conditions are answered as they should be', async () => {
  const etag = (await get('/tag/security', { 'accept-encoding': 'gzip' })).headers.get('etag') ?? ''
  const status = async (headers: Record<string, string>) =>
    (await get('/tag/security', { 'accept-encoding': 'gzip', ...headers })).status
  expect(await status({ 'if-none-match': etag })).toBe(304)
  expect(await status({ 'if-none-match': `"x", W/${etag}` })).toBe(304)
  expect(await status({ 'if-none-match': '*' })).toBe(304)
  expect(await status({ 'if-none-match': '"x"' })).toBe(200)
  expect(await status({ 'if-match': '"x"' })).toBe(412)
  expect(await status({ 'if-match': etag })).toBe(200)
})

test('a range is a part of the uncompressed page', async () => {
  const whole = Buffer.from(await (await get('/tag/security.md')).arrayBuffer())
  const part = async (range: string, more: Record<string, string> = {}) => {
    const response = await get('/tag/security.md', { range, 'accept-encoding': 'gzip', ...more })
    return {
      status: response.status,
      range: response.headers.get('content-range'),
      text: await response.text(),
    }
  }
  expect(await part('bytes=0-2')).toEqual({ status: 206, range: `bytes 0-2/${whole.length}`, text: '---' })
  expect((await part('bytes=-5')).text).toBe(whole.subarray(-5).toString())
  expect((await part(`bytes=${whole.length - 3}-`)).text).toBe(whole.subarray(-3).toString())
  expect(await part(`bytes=${whole.length}-`)).toMatchObject({
    status: 416,
    range: `bytes */${whole.length}`,
  })
  expect((await part('bytes=0-1,4-5')).status).toBe(200)
  expect((await part('lines=1-2')).status).toBe(200)
  expect((await part('bytes=5-2')).status).toBe(200)
  expect((await part('bytes=0-2', { 'if-range': '"old"' })).status).toBe(200)
})

test('a slash at the end leads to the page, with the query', async () => {
  const response = await get('/tag/getting-started/?a=b')
  expect([response.status, response.headers.get('location')]).toEqual([308, '/tag/getting-started?a=b'])
  expect((await get('/tag')).headers.get('location')).toBe('/tag/introduction')
})

test('what has its hash in its name may be kept for ever, pages may not', async () => {
  const page = await (await get('/tag/security')).text()
  const style = /href="(\/assets\/site-[^"]+\.css)"/.exec(page)?.[1] ?? ''
  expect((await get(style)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await get('/tag/security')).headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
})

test('a documentation page weighs less than 60 KB with all it loads, and its script less than 2 KB', async () => {
  const sizeOf = async (path: string) => {
    const answer = await rawGet(path, 'Accept-Encoding: gzip\r\n')
    return answer.length - answer.indexOf('\r\n\r\n') - 4
  }
  for (const path of ['/tag/getting-started', '/tag/register-queue', '/tag/send-message']) {
    const page = await (await get(path)).text()
    const loaded = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:css|js|woff2|svg))"/g)].map(
      ([, file]) => file ?? '',
    )
    const script = loaded.find((file) => file.endsWith('.js')) ?? ''
    expect(await sizeOf(script)).toBeLessThan(2000)
    const sizes = await Promise.all([path, ...new Set(loaded)].map(sizeOf))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000)
  }
})

test('an open site goes on when its file is replaced', async () => {
  const { copyFileSync, renameSync } = await import('node:fs')
  const file = await builtSite()
  copyFileSync(file, `${file}.new`)
  renameSync(`${file}.new`, file)
  expect((await get('/tag/architecture')).status).toBe(200)
})
