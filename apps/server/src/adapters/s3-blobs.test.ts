import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parseBucket } from '#config/blobs.ts'
import { blobStoreSuite } from '#ports/blob-store.suite.ts'
import { BlobsAway } from '#ports/blob-store.ts'
import { s3Server, type S3Server } from '#test/s3-server.ts'
import { folderScratch } from './folder-scratch.ts'
import { s3Blobs } from './s3-blobs.ts'
import { S3Client } from './s3-client.ts'

let server: S3Server
let folder = ''
beforeAll(async () => {
  server = await s3Server()
  folder = await mkdtemp(join(tmpdir(), 'tagma-s3-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const blobsAt = (address: string, environment: Readonly<Record<string, string | undefined>>) =>
  s3Blobs(
    new S3Client(
      parseBucket('TAGMA_BLOBS', address, (name) => environment[name] ?? ''),
      [0, 0],
    ),
    folderScratch(join(folder, 'scratch')),
  )

/** The address of an empty prefix in a bucket. */
const empty = (address: string) => address.replace(/(s3:\/\/[^/?]+)[^?]*/, `$1/${randomUUID()}`)
const here = (environment: Readonly<Record<string, string>> = server.environment) =>
  blobsAt(empty(server.address), environment)
const bytes = (content: string) => new TextEncoder().encode(content)

describe('a store that checks each request', () => {
  blobStoreSuite(async () => here())

  test('a passing failure is tried again; one that lasts is an outage, and so are wrong keys', async () => {
    const blobs = here()
    server.fail(2)
    await blobs.put('1/x', bytes('x'))
    expect(await text(blobs.open('1/x'))).toBe('x')
    server.fail(3)
    await expect(blobs.size('1/x')).rejects.toBeInstanceOf(BlobsAway)
    const stranger = here({ ...server.environment, AWS_SECRET_ACCESS_KEY: 'wrong' })
    await expect(stranger.put('1/x', bytes('x'))).rejects.toThrow(/SignatureDoesNotMatch: refused & said so/)
    const away = blobsAt('s3://bucket?endpoint=http://127.0.0.1:9', server.environment)
    await expect(away.size('1/x')).rejects.toBeInstanceOf(BlobsAway)
  })

  test('a bucket of another region is named as such, at once', async () => {
    let calls = 0
    const elsewhere = createServer((_request, response) => {
      calls++
      response.writeHead(301, { location: 'http://127.0.0.1:9/' })
      response.end('<Error><Code>PermanentRedirect</Code><Message>Use the other endpoint</Message></Error>')
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void elsewhere.close())
    const { port } = elsewhere.address() as AddressInfo
    const blobs = blobsAt(`s3://bucket?endpoint=http://127.0.0.1:${port}`, server.environment)
    await expect(blobs.put('1/x', bytes('x'))).rejects.toThrow('PermanentRedirect: Use the other endpoint')
    expect(calls).toBe(1)
  })

  test('a file that cannot be sent whole leaves nothing, and what a killed process began is ended', async () => {
    const client = new S3Client(
      parseBucket('TAGMA_BLOBS', empty(server.address), (name) => server.environment[name] ?? ''),
    )
    const broken = async function* () {
      yield Buffer.alloc(6 * 1024 * 1024)
      throw new Error('the disk broke')
    }
    await expect(client.putParts('blobs/1/x', broken())).rejects.toThrow('the disk broke')
    expect(server.uploads.size).toBe(0)
    await client.send({ method: 'POST', key: 'blobs/1/x', query: { uploads: '' } })
    await client.endUploads(Date.now() - 3_600_000)
    expect(server.uploads.size).toBe(1)
    await client.endUploads(Date.now() + 3_600_000)
    expect(server.uploads.size).toBe(0)
    expect(await Array.fromAsync(client.list(''))).toEqual([])
  })

  test('a piece that two processes added is there once, and nothing that does not fit is kept', async () => {
    const blobs = here()
    const { pieces } = blobs
    await pieces.begin('7/1/x', '')
    const from = async function* (content: string) {
      yield bytes(content)
    }
    expect(await pieces.append('7/1/x', from('hello '), 100)).toBe(6)
    // Both have seen the same size.
    await Promise.all([
      pieces.append('7/1/x', from('again'), 100),
      pieces.append('7/1/x', from('again'), 100),
    ])
    expect(await pieces.size('7/1/x')).toBe(11)
    await pieces.keep('7/1/x', '1/x')
    expect(await text(blobs.open('1/x'))).toBe('hello again')
    await pieces.remove('7/1/x')
    expect(await pieces.list()).toEqual([])
  })

  test('a file lent from pieces is gone afterwards', async () => {
    const { pieces } = here()
    await pieces.begin('7/1/x', '')
    {
      await using file = await pieces.localFile('7/1/x')
      expect(file.path).toContain(folder)
    }
    expect(await readdir(join(folder, 'scratch'))).toEqual([])
    onTestFinished(() => pieces.remove('7/1/x'))
  })
})

// Another server, whose address and keys are given: its bucket keeps nothing afterwards but objects below new prefixes.
const given = process.env.TEST_S3_ADDRESS ?? ''
describe.runIf(given !== '')('the store that TEST_S3_ADDRESS names', () => {
  blobStoreSuite(async () => blobsAt(empty(given), process.env))
})
