import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { httpExternalMedia } from './http-external-media.ts'
import { isPublicAddress } from './public-addresses.ts'

function keyFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-media-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'data', 'media.key')
}

/** Starts a foreign server; returns its address. */
async function elsewhere(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const anywhere = () => true
const reader = { organizationId: 1, address: '192.0.2.1' }
const partsOf = (path: string) => path.split('/').slice(2) as [signature: string, encoded: string]

test('pictures, films and sounds are loaded, whole and in part; anything else is not', async () => {
  const asked: unknown[] = []
  const address = await elsewhere((request, response) => {
    const name = request.url ?? ''
    asked.push([name, request.headers.range, request.headers.cookie, request.headers.referer])
    const types: Record<string, string> = {
      '/a.png': 'image/PNG',
      '/a.mp4': 'video/mp4',
      '/a.mp3': 'audio/mpeg; x=y',
      '/a.svg': 'image/svg+xml',
      '/a.html': 'text/html',
    }
    if (name === '/moved') response.writeHead(302, { location: '/a.png' }).end()
    else if (name === '/round') response.writeHead(302, { location: '/round' }).end()
    else if (name === '/odd') response.writeHead(302, { location: 'file:///etc/passwd' }).end()
    else if (name === '/large')
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': 60 * 1024 * 1024 }).end()
    else if (name === '/missing') response.writeHead(404, { 'content-type': 'image/png' }).end()
    else if (request.headers.range)
      response.writeHead(206, { 'content-type': types[name], 'content-range': 'bytes 0-0/4' }).end('d')
    else response.writeHead(200, { 'content-type': types[name], 'set-cookie': 'a=b' }).end('data')
  })
  const media = await httpExternalMedia(keyFile(), anywhere)
  const open = async (name: string, range?: string) => {
    const file = await media.open(...partsOf(media.pathFor(address + name)), range, reader)
    return file && [file.status, file.contentType, await text(file.body), file.headers]
  }
  expect(await open('/a.png')).toEqual([200, 'image/png', 'data', {}])
  expect(await open('/a.mp3')).toEqual([200, 'audio/mpeg', 'data', {}])
  expect(await open('/a.mp4', 'bytes=0-0')).toEqual([
    206,
    'video/mp4',
    'd',
    { 'content-range': 'bytes 0-0/4' },
  ])
  expect(await open('/moved')).toEqual([200, 'image/png', 'data', {}])
  for (const name of ['/a.svg', '/a.html', '/round', '/odd', '/large', '/missing'])
    expect([name, await open(name)]).toEqual([name, undefined])
  expect(asked[0]).toEqual(['/a.png', undefined, undefined, undefined])
})

test('nothing is loaded that this server has not signed; the key outlives the process', async () => {
  const address = await elsewhere((_, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end('data'),
  )
  const file = keyFile()
  const media = await httpExternalMedia(file, anywhere)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const [signature, encoded] = partsOf(media.pathFor(`${address}/a.png`))
  const [, other] = partsOf(media.pathFor(`${address}/b.png`))
  expect(await media.open(signature, other, undefined, reader)).toBe(undefined)
  expect(await media.open('', encoded, undefined, reader)).toBe(undefined)
  expect(await media.open(signature, `${encoded}zz`, undefined, reader)).toBe(undefined)
  const again = await httpExternalMedia(file, anywhere)
  const loaded = await again.open(signature, encoded, undefined, reader)
  expect(loaded && (await text(loaded.body))).toBe('data')
  const stranger = await httpExternalMedia(keyFile(), anywhere)
  expect(await stranger.open(signature, encoded, undefined, reader)).toBe(undefined)
})

test('no address leads into this machine or its network, neither at once nor by a detour', async () => {
  let asked = 0
  const inside = await elsewhere((_, response) => {
    asked++
    response.writeHead(200, { 'content-type': 'image/png' }).end('secret')
  })
  const { port } = new URL(inside)
  const media = await httpExternalMedia(keyFile())
  const open = (address: string) => media.open(...partsOf(media.pathFor(address)), undefined, reader)
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0', '0x7f.1'])
    expect([host, await open(`http://${host}:${port}/a.png`)]).toEqual([host, undefined])
  for (const odd of ['file:///etc/passwd', 'ftp://example.com/a.png', 'nonsense', ''])
    expect([odd, await open(odd)]).toEqual([odd, undefined])
  // The first address is allowed; the target of its redirect is not.
  const outside = await elsewhere((_, response) => response.writeHead(302, { location: inside }).end())
  const once = await httpExternalMedia(keyFile(), () => ++checks < 2)
  let checks = 0
  expect(await once.open(...partsOf(once.pathFor(outside)), undefined, reader)).toBe(undefined)
  expect(asked).toBe(0)
})

test('a server that drips is given up, before its answer begins and after', async () => {
  const address = await elsewhere((request, response) => {
    if (request.url === '/silent.png') return
    response.writeHead(200, { 'content-type': 'image/png' })
    const drip = setInterval(() => response.write('.'), 50)
    response.once('close', () => clearInterval(drip))
  })
  const pace = { graceSeconds: 1, leastBytesPerSecond: 4096, mostSeconds: 600 }
  const media = await httpExternalMedia(keyFile(), anywhere, pace)
  const dripping = await media.open(...partsOf(media.pathFor(`${address}/a.png`)), undefined, reader)
  await expect(text(dripping!.body)).rejects.toThrow('The other server is too slow')
  expect(await media.open(...partsOf(media.pathFor(`${address}/silent.png`)), undefined, reader)).toBe(
    undefined,
  )
})

test('what is loaded for one organization, or for one address, leaves room for others', async () => {
  const address = await elsewhere((_, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).write('data'),
  )
  const media = await httpExternalMedia(keyFile(), anywhere)
  const parts = partsOf(media.pathFor(`${address}/a.png`))
  const open = async (organizationId: number, from: string) =>
    (await media.open(...parts, undefined, { organizationId, address: from }))?.body
  const bodies: (Readable | undefined)[] = []
  for (let nth = 0; nth < 20; nth++) bodies.push(await open(1, 'one'))
  expect(await open(1, 'one'), 'for one address').toBe(undefined)
  for (let nth = 0; nth < 5; nth++) bodies.push(await open(1, 'two'))
  expect(await open(1, 'three'), 'for one organization').toBe(undefined)
  const other = await open(2, 'three')
  expect(other).toBeDefined()
  bodies[0]?.destroy()
  await new Promise((resolve) => bodies[0]?.once('close', resolve))
  bodies.push(await open(1, 'three'), other)
  expect(bodies.every((body) => body !== undefined)).toBe(true)
  for (const body of bodies) body?.destroy()
})

test.each([
  ['8.8.8.8', true],
  ['2606:4700:4700::1111', true],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.9.9.9', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['198.19.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['0.0.0.0', false],
  ['::', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['fe80::1', false],
  ['fd12::1', false],
  ['ff02::1', false],
  ['2002:a00:1::', false],
  ['nonsense', false],
])('%s is an address of the public network: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})
