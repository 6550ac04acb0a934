import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import type { BlobStore } from './blob-store.ts'

/** Tests of every blob store. `make` gives an empty one. */
export function blobStoreSuite(make: () => Promise<BlobStore>): void {
  blobTests(make)
  keyTests(make)
  pieceTests(make)
}

function blobTests(make: () => Promise<BlobStore>): void {
  test('bytes and files are kept under their keys, and a later one takes the place of an earlier one', async () => {
    const blobs = await make()
    await blobs.put('1/a/x.txt', bytes('hello'))
    await blobs.put('1/a/x.txt', bytes('hello again'))
    expect(await blobs.size('1/a/x.txt')).toBe(11)
    const folder = await mkdtemp(join(tmpdir(), 'tagma-file-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'file')
    await writeFile(path, 'from disk')
    await blobs.putFile('1/a/y.txt', path)
    expect(await text(blobs.open('1/a/y.txt'))).toBe('from disk')
    await expect(stat(path)).rejects.toThrow(/ENOENT/)
    await blobs.put('1/a/empty', bytes(''))
    expect(await blobs.size('1/a/empty')).toBe(0)
  })

  test('many may write under one key at a time, and one of them stays whole', async () => {
    const blobs = await make()
    const texts = Array.from({ length: 8 }, (_, index) => String(index).repeat(50_000))
    await Promise.all(texts.map((each) => blobs.put('1/x', bytes(each))))
    expect(texts).toContain(await text(blobs.open('1/x')))
  })

  test('a range has its first and its last byte', async () => {
    const blobs = await make()
    await blobs.put('1/x', bytes('hello again'))
    expect(await text(blobs.open('1/x', { start: 6, end: 10 }))).toBe('again')
    expect(await text(blobs.open('1/x', { start: 0, end: 0 }))).toBe('h')
  })

  test('what is not there has no size, cannot be read, and can be removed', async () => {
    const blobs = await make()
    expect(await blobs.size('1/x')).toBe(undefined)
    await expect(text(blobs.open('1/x'))).rejects.toBeInstanceOf(Error)
    await blobs.put('1/y', bytes('y'))
    await blobs.remove(['1/x', '1/y'])
    expect(await blobs.size('1/y')).toBe(undefined)
  })

  test('a folder of keys goes with all that is in it, and nothing beside it', async () => {
    const blobs = await make()
    const keys = ['1/a/x', '1/a/b/y', '1/ab']
    for (const key of keys) await blobs.put(key, bytes('x'))
    await blobs.removeFolder('1/a')
    await blobs.removeFolder('2')
    expect(await Promise.all(keys.map((key) => blobs.size(key)))).toEqual([undefined, undefined, 1])
  })

  test('the list has all blobs with their sizes, and nothing else', async () => {
    const { pieces, ...blobs } = await make()
    const listed = async () =>
      (await Array.fromAsync(blobs.list())).toSorted((a, b) => (a.key < b.key ? -1 : 1))
    expect(await listed()).toEqual([])
    for (const key of ['1/a/x', '1/a.b/y', '2']) await blobs.put(key, bytes(key))
    await pieces.begin('7/1/x', 'note')
    expect(await listed()).toEqual([
      { key: '1/a.b/y', size: 7 },
      { key: '1/a/x', size: 5 },
      { key: '2', size: 1 },
    ])
  })

  test('a file of many parts comes back as it was, whole and in ranges', async () => {
    const blobs = await make()
    const folder = await mkdtemp(join(tmpdir(), 'tagma-file-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'file')
    const content = Buffer.alloc(20 * 1024 * 1024 + 3)
    for (let at = 0; at + 4 <= content.length; at += 4096) content.writeUInt32LE(at, at)
    await writeFile(path, content)
    await blobs.putFile('1/large', path)
    expect(await blobs.size('1/large')).toBe(content.length)
    expect((await buffer(blobs.open('1/large'))).equals(content)).toBe(true)
    const start = 8 * 1024 * 1024 - 5
    const middle = await buffer(blobs.open('1/large', { start, end: start + 8191 }))
    expect(middle.equals(content.subarray(start, start + 8192))).toBe(true)
  })

  test('no blob is left over', async () => {
    const blobs = await make()
    await blobs.put('1/x', bytes('x'))
    await blobs.removeLeftOvers(Date.now() + 3_600_000)
    expect(await blobs.size('1/x')).toBe(1)
  })
}

function keyTests(make: () => Promise<BlobStore>): void {
  test.each(['../x', 'a/../../x', '/etc/passwd', 'a//b', '', '.', 'a/..', 'a\\b', 'a\0b', 'a b'])(
    'the key %j is refused',
    async (key) => {
      const blobs = await make()
      await expect(blobs.put(key, new Uint8Array())).rejects.toThrow(/key/)
      await expect(blobs.size(key)).rejects.toThrow(/key/)
      expect(() => blobs.open(key)).toThrow(/key/)
      await expect(blobs.pieces.begin(key, '')).rejects.toThrow(/key/)
    },
  )
}

function pieceTests(make: () => Promise<BlobStore>): void {
  test('pieces become one blob, and until then none', async () => {
    const { pieces, ...blobs } = await make()
    await pieces.begin('7/1/x', 'note')
    expect([await pieces.note('7/1/x'), await pieces.size('7/1/x')]).toEqual(['note', 0])
    expect(await pieces.append('7/1/x', arriving('hel', 'lo'), 100)).toBe(5)
    expect(await pieces.append('7/1/x', arriving(' again'), 100)).toBe(11)
    {
      await using file = await pieces.localFile('7/1/x')
      expect(await readFile(file.path, 'utf8')).toBe('hello again')
    }
    expect(await blobs.size('1/x')).toBe(undefined)
    await pieces.keep('7/1/x', '1/x')
    expect(await text(blobs.open('1/x'))).toBe('hello again')
    // A client that missed the last answer asks again.
    expect([await pieces.note('7/1/x'), await pieces.size('7/1/x')]).toEqual(['note', undefined])
  })

  test('what came of a piece that broke off stays, and its rest is added', async () => {
    const { pieces } = await make()
    await pieces.begin('7/1/x', '')
    expect(await pieces.append('7/1/x', brokenOff('hel'), 100)).toBe(3)
    expect(await pieces.size('7/1/x')).toBe(3)
    expect(await pieces.append('7/1/x', arriving('lo'), 5)).toBe(5)
  })

  test('a piece that brings too much is refused', async () => {
    const { pieces } = await make()
    await pieces.begin('7/1/x', '')
    expect(await pieces.append('7/1/x', arriving('hello'), 4)).toBe(undefined)
  })

  test('a key is begun once, and its note can be changed', async () => {
    const { pieces } = await make()
    await pieces.begin('7/1/x', 'first')
    await expect(pieces.begin('7/1/x', 'second')).rejects.toBeInstanceOf(Error)
    await pieces.setNote('7/1/x', 'third')
    expect(await pieces.note('7/1/x')).toBe('third')
    expect(await pieces.note('7/1/y')).toBe(undefined)
  })

  test('the list has what is there, and tells what is not finished', async () => {
    const { pieces } = await make()
    expect(await pieces.list()).toEqual([])
    for (const key of ['7/1/x', '7/1/y', '8/1/z']) await pieces.begin(key, '')
    await pieces.keep('7/1/x', '1/x')
    await pieces.remove('7/1/y')
    await pieces.remove('7/1/unknown')
    expect((await pieces.list()).toSorted((a, b) => a.key.localeCompare(b.key))).toEqual([
      { key: '7/1/x', isUnfinished: false },
      { key: '8/1/z', isUnfinished: true },
    ])
  })

  test('what nobody has added to for long is removed with its note', async () => {
    const { pieces } = await make()
    await pieces.begin('7/1/x', '')
    await pieces.removeAbandoned(Date.now() - 3_600_000)
    expect(await pieces.list()).toHaveLength(1)
    await pieces.removeAbandoned(Date.now() + 3_600_000)
    expect(await pieces.list()).toEqual([])
    expect(await pieces.note('7/1/x')).toBe(undefined)
  })
}

const bytes = (content: string) => new TextEncoder().encode(content)

async function* arriving(...parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield bytes(part)
}

async function* brokenOff(...parts: readonly string[]): AsyncGenerator<Uint8Array> {
  yield* arriving(...parts)
  throw new Error('The connection broke')
}
