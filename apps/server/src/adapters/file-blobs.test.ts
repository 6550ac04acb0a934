import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { blobStoreSuite } from '#ports/blob-store.suite.ts'
import type { BlobStore } from '#ports/blob-store.ts'
import { fileBlobs } from './file-blobs.ts'

let folder = ''
let blobs: BlobStore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tagma-blobs-'))
  blobs = fileBlobs(join(folder, 'kept'), join(folder, 'pieces'))
})
afterEach(() => rm(folder, { recursive: true }))

blobStoreSuite(async () => blobs)

test('pieces lie where earlier versions left them, and are found after a restart', async () => {
  const pieces = join(folder, 'pieces')
  await mkdir(pieces)
  await writeFile(join(pieces, '7+1+ab+token+x.txt'), 'hel')
  await writeFile(join(pieces, '7+1+ab+token+x.txt+json'), '{"length":5}')
  await writeFile(join(pieces, '8+1+ab+token+y.txt+json.part'), '{"len')
  expect((await blobs.pieces.list()).toSorted((a, b) => a.key.localeCompare(b.key))).toEqual([
    { key: '7/1/ab/token/x.txt', isUnfinished: true },
    { key: '8/1/ab/token/y.txt', isUnfinished: false },
  ])
  expect(await blobs.pieces.note('7/1/ab/token/x.txt')).toBe('{"length":5}')
  expect(await blobs.pieces.size('7/1/ab/token/x.txt')).toBe(3)
})

test('keeps bytes and files under their keys, and leaves nothing else behind', async () => {
  await blobs.put('1/a/x.txt', new TextEncoder().encode('hello'))
  await blobs.put('1/a/x.txt', new TextEncoder().encode('hello again'))
  expect(await blobs.size('1/a/x.txt')).toBe(11)
  expect(await text(blobs.open('1/a/x.txt', { start: 6, end: 10 }))).toBe('again')
  await writeFile(join(folder, 'incoming'), 'from disk')
  await blobs.putFile('1/a/y.txt', join(folder, 'incoming'))
  expect(await text(blobs.open('1/a/y.txt'))).toBe('from disk')
  expect(await readdir(folder)).toEqual(['kept'])
  expect(await readdir(join(folder, 'kept/.staged'))).toEqual([])
  expect(await readdir(join(folder, 'kept/1/a'))).toEqual(['x.txt', 'y.txt'])
  await blobs.remove(['1/a/x.txt', '1/a/gone.txt'])
  expect(await blobs.size('1/a/x.txt')).toBe(undefined)
})

test('what could not be written whole is not there at all', async () => {
  // A folder in the file's place makes the last step fail.
  await mkdir(join(folder, 'kept/1/x/y'), { recursive: true })
  await expect(blobs.put('1/x', new Uint8Array(3))).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
  expect(await readdir(join(folder, 'kept/.staged'))).toEqual([])
})

test('what a process that was killed has left behind is removed when it is old', async () => {
  await blobs.put('1/a', new Uint8Array(3))
  await writeFile(join(folder, 'kept/.staged/half'), 'half')
  await blobs.removeLeftOvers(Date.now() - 3_600_000)
  expect(await readdir(join(folder, 'kept/.staged'))).toEqual(['half'])
  await blobs.removeLeftOvers(Date.now() + 3_600_000)
  expect(await readdir(join(folder, 'kept/.staged'))).toEqual([])
  expect(await blobs.size('1/a')).toBe(3)
})
