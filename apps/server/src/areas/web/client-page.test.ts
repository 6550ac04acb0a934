import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deactivateRealm } from '@tagma/contract/endpoints/organization/deactivate-realm.ts'
import { PackedFileWriter } from '@tagma/serving/packed-file.ts'
import { expect, test } from 'vitest'
import { endAllSessions } from '#events/end-sessions.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { credentials, load } from '#test/load-upload.ts'

/** Makes a built client of a page and one file. */
function smallClient(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'tagma-client-')), 'client.bin')
  const writer = new PackedFileWriter(file)
  const resources = {
    '/': { type: 'text/html; charset=utf-8', isImmutable: false, identity: writer.add('<p>Tagma</p>') },
    '/assets/outside-worker-EF56.js': {
      type: 'text/javascript; charset=utf-8',
      isImmutable: true,
      identity: writer.add('outside'),
    },
    '/assets/main-AB12.js': {
      type: 'text/javascript; charset=utf-8',
      isImmutable: true,
      identity: writer.add('plain'),
      br: writer.add('small'),
      gzip: writer.add('less'),
    },
  }
  writer.publish({ bodies: writer.bodies, resources })
  return file
}

const file = smallClient()
const start = (client = file): Promise<TestApp> => testApp({ TAGMA_WEB_CLIENT: client })

test('whoever is signed in gets the client, under its policy, and asks again for news only', async () => {
  const t = await start()
  const { iris } = await t.given.members('iris')
  const { status, headers, bytes } = await load(t, '/', iris)
  expect([status, bytes.toString()]).toEqual([200, '<p>Tagma</p>'])
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
  expect(String(headers['content-security-policy']).split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types message worker',
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ])
  expect(headers['set-cookie']).toBe(`tagma-account=${iris.id}; Path=/; SameSite=Strict`)
  const again = await load(t, '/', iris, { 'if-none-match': `"other", W/${String(headers.etag)}` })
  expect([again.status, again.bytes.length]).toEqual([304, 0])
})

test('whoever is not signed in is led to the sign-in page, at its exact address', async () => {
  const t = await start()
  const { iris } = await t.given.members('iris')
  for (const url of ['/', '/?a=b']) {
    const { status, headers } = await load(t, url)
    expect([status, headers.location, headers['cache-control']]).toEqual([302, '/login/', 'no-store'])
  }
  expect((await load(t, '/', { ...iris, apiKey: 'x'.repeat(32) })).status).toBe(401)
})

test('a session opens the client for links from everywhere, until it ends', async () => {
  const t = await start()
  const { iris } = await t.given.members('iris')
  const browser = await new TestBrowser(t).enter(iris)
  expect((await browser.request('GET', '/')).status).toBe(200)
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  expect((await browser.request('GET', '/', {}, link)).status).toBe(200)
  const script = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
  expect((await browser.request('GET', '/', {}, script)).status).toBe(403)
  await t.app.services.data.transact(t.organizationId, (tx) => endAllSessions(tx, iris.id))
  expect((await browser.request('GET', '/')).headers.location).toBe('/login/')
})

test('a deactivated organization leads everybody to the sign-in page', async () => {
  const t = await start()
  const { owner } = await t.given.everyRole()
  const browser = await new TestBrowser(t).enter(owner)
  await t.as(owner).call(deactivateRealm, {})
  const { status, headers } = await browser.request('GET', '/')
  expect([status, headers.location]).toEqual([302, '/login/'])
})

test('an organization that lets spectators in shows them the client', async () => {
  const t = await testApp({ TAGMA_WEB_CLIENT: file, WEB_PUBLIC_STREAMS_ENABLED: 'on' })
  await t.given.settings({ enable_spectator_access: true })
  const { status, headers } = await load(t, '/')
  expect([status, headers['set-cookie']]).toEqual([200, 'tagma-account=0; Path=/; SameSite=Strict'])
})

test.each([
  ['gzip, deflate, br, zstd', 'br', 'small'],
  ['gzip', 'gzip', 'less'],
  ['zstd', undefined, 'plain'],
  ['', undefined, 'plain'],
])('a file of the client for %j comes as %s, and is kept for ever', async (accepted, coding, body) => {
  const t = await start()
  const { status, headers, bytes } = await load(t, '/assets/main-AB12.js', undefined, {
    'accept-encoding': accepted,
  })
  expect([status, headers['content-encoding'], bytes.toString()]).toEqual([200, coding, body])
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'accept-encoding',
  })
})

test('one worker may ask other organizations, by their encrypted addresses or on this machine, and load nothing', async () => {
  const t = await start()
  const policyOf = async (url: string) => String((await load(t, url)).headers['content-security-policy'])
  expect((await policyOf('/assets/outside-worker-EF56.js')).split('; ')).toEqual([
    "default-src 'none'",
    'connect-src https: http://localhost:* http://*.localhost:* http://127.0.0.1:*',
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ])
  expect(await policyOf('/assets/main-AB12.js')).not.toContain('connect-src')
})

test('a file that the client does not have is missing, and the answer is kept nowhere', async () => {
  const t = await start()
  for (const url of ['/assets/main-CD34.js', '/assets/..%2f..%2fpackage.json', '/service-worker.js']) {
    const { status, headers } = await load(t, url)
    expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
  }
})

test('while the client is being built, a page loads itself again', async () => {
  const t = await start('/nowhere/client.bin')
  const { iris } = await t.given.members('iris')
  const { status, headers, bytes } = await load(t, '/', iris)
  expect([status, headers.refresh]).toEqual([503, '1;url=/'])
  expect(bytes.toString()).toContain('This page loads again by itself.')
})

test('a server without the client says where the API is', async () => {
  const t = await testApp()
  const { status, bytes } = await load(t, '/')
  expect(status).toBe(404)
  expect(bytes.toString()).toContain('/api/v1')
})

test('a device that installs the client shows the organization’s name and icon', async () => {
  const t = await start()
  const { status, headers, bytes } = await load(t, '/manifest.webmanifest')
  expect([status, headers['content-type']]).toEqual([200, 'application/manifest+json'])
  expect(JSON.parse(bytes.toString())).toMatchObject({
    name: t.directory.organization.name,
    start_url: '/',
    display: 'standalone',
    icons: [{ src: '/static/organization/icon.png', type: 'image/png' }, { src: '/favicon.svg' }],
  })
  const touch = await load(t, '/apple-touch-icon.png')
  expect([touch.status, touch.headers.location]).toEqual([302, '/static/organization/icon.png'])
})

test('search engines are asked to stay away', async () => {
  const { status, headers, bytes } = await load(await start(), '/robots.txt')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(bytes.toString()).toBe('User-agent: *\nDisallow: /\n')
})

test('the tab’s icon tells unread messages, and direct ones in its address', async () => {
  const t = await start()
  const icons = await Promise.all(
    ['/favicon.svg', '/favicon-unread.svg', '/favicon-pms.svg'].map((url) => load(t, url)),
  )
  expect(icons.map(({ status, headers }) => [status, headers['content-type']])).toEqual(
    icons.map(() => [200, 'image/svg+xml']),
  )
  expect(new Set(icons.map(({ bytes }) => bytes.toString())).size).toBe(3)
  expect((await load(t, '/favicon.ico')).status).toBe(200)
  expect((await load(t, '/favicon-constructor')).status).toBe(404)
})

test('HEAD tells what the page would be', async () => {
  const t = await start()
  const { iris } = await t.given.members('iris')
  const answer = await t.app.http.inject({
    method: 'HEAD',
    url: '/',
    headers: { host: t.host, ...credentials(iris) },
  })
  expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([200, '', '12'])
})
