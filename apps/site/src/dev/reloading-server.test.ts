import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reloadingServer } from './reloading-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'tagma-dev-'))
const page = join(folder, 'page.md')
/** The results of the next builds. Without one, the build fails. */
const outcomes: boolean[] = []
let builds = 0
let built = ''

const inner = createServer((request, response) => {
  const isPage = request.url === '/page'
  response.writeHead(request.url === '/none' ? 404 : 200, {
    'content-type': isPage || request.url === '/none' ? 'text/html; charset=utf-8' : 'text/css',
  })
  response.end(isPage ? `<p>${built}</p>` : 'p{}')
})
const portOf = (server: Server) => (server.address() as AddressInfo).port
const outer = reloadingServer({
  innerPort: () => portOf(inner),
  folders: [folder],
  build: async () => {
    builds++
    built = `build ${builds}`
    return outcomes.shift() ?? false
  },
})
const url = (path: string) => `http://127.0.0.1:${portOf(outer)}${path}`

beforeAll(async () => {
  for (const server of [inner, outer])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  for (const server of [inner, outer]) {
    server.close()
    server.closeAllConnections()
  }
  rmSync(folder, { recursive: true })
})

test('a page listens for changes; other files and errors are left as they are', async () => {
  const text = async (path: string) => (await fetch(url(path))).text()
  expect(await text('/page')).toBe('<p></p><script src="/__changes.js"></script>')
  expect(await text('/site.css')).toBe('p{}')
  expect(await text('/none')).toBe('p{}')
  expect(await text('/__changes.js')).toContain("EventSource('/__changes')")
})

test('a change is built, and then open pages are told; a build that fails tells nobody', async () => {
  const changes = await fetch(url('/__changes'))
  expect(changes.headers.get('content-type')).toBe('text/event-stream')
  const reader = changes.body?.pipeThrough(new TextDecoderStream()).getReader()
  const told = async () => {
    for (;;) {
      const { value = '' } = (await reader?.read()) ?? {}
      if (value.includes('data:')) return value.match(/data: built/g)?.length
    }
  }
  outcomes.push(true)
  writeFileSync(page, 'one')
  expect(await told()).toBe(1)
  expect(await (await fetch(url('/page'))).text()).toContain(`<p>build ${builds}</p>`)

  const before = builds
  // The first build fails. If it notified anybody, the notice of the second would come second.
  outcomes.push(false, true)
  writeFileSync(page, 'two')
  await expect.poll(() => builds).toBe(before + 1)
  writeFileSync(page, 'three')
  expect(await told()).toBe(1)
  expect(builds).toBe(before + 2)
  await reader?.cancel()
})
