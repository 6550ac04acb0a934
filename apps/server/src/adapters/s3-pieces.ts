import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BlobPieces } from '#ports/blob-store.ts'
import type { Scratch } from '#ports/scratch.ts'
import { assertKey } from './blob-key.ts'
import type { S3Client, S3Entry } from './s3-client.ts'
import { partBytes, readObject } from './s3-parts.ts'

// No key has a tilde, so what belongs to a key is told from longer keys.

/** Object with the note. */
const noteName = '~note'
/** Empty object: it is there as long as bytes may be added. */
const begunName = '~begun'
/** Name of the object with the bytes from an offset on. */
const bytesName = (offset: number) => `~${String(offset).padStart(16, '0')}`

interface S3PiecesParts {
  readonly scratch: Scratch
  readonly putParts: (key: string, size: number, bytes: AsyncIterable<Uint8Array>) => Promise<void>
  /** Deletes objects by their keys in the bucket. */
  readonly remove: (keys: AsyncIterable<string> | Iterable<string>) => Promise<void>
}

/** Objects of a key. */
interface Arrived {
  readonly isBegun: boolean
  /** Objects that follow each other from offset 0 on. */
  readonly chain: readonly S3Entry[]
  readonly size: number
  /** All objects, also those that the chain does not reach. */
  readonly keys: readonly string[]
}

function folderOf(key: string): string {
  assertKey(key)
  return `pieces/${key}/`
}

async function findArrived(client: S3Client, key: string): Promise<Arrived> {
  const folder = folderOf(key)
  const objects = new Map<string, S3Entry>()
  for await (const entry of client.list(`${folder}~`)) objects.set(entry.key.slice(folder.length), entry)
  const chain: S3Entry[] = []
  let size = 0
  for (let next = objects.get(bytesName(0)); next; next = objects.get(bytesName(size))) {
    if (next.size === 0) break
    chain.push(next)
    size += next.size
  }
  const keys = [...objects.values()].map((entry) => entry.key)
  return { isBegun: objects.has(begunName), chain, size, keys }
}

async function* bytesOf(client: S3Client, { chain }: Arrived): AsyncGenerator<Uint8Array> {
  for (const { key } of chain) yield* readObject(client, key)
}

/**
 * Blobs that arrive in pieces, in a bucket: each piece is an object that is named for its offset. A piece that another
 * process added before at the same offset is replaced; what lay behind it and does not fit is passed over. When all has
 * come, the pieces are read once more and put together.
 */
export function s3Pieces(client: S3Client, { scratch, putParts, remove }: S3PiecesParts): BlobPieces {
  const put = async (key: string, body: Uint8Array) => {
    await client.send({ method: 'PUT', key, body })
  }
  const arrived = (key: string) => findArrived(client, key)
  const setNote = (key: string, note: string) => put(folderOf(key) + noteName, new TextEncoder().encode(note))

  return {
    async begin(key, note) {
      const { keys } = await arrived(key)
      if (keys.length > 0) throw new Error(`${key} was begun before`)
      await put(folderOf(key) + begunName, new Uint8Array())
      await setNote(key, note)
    },
    async note(key) {
      const answer = await client.send({ method: 'GET', key: folderOf(key) + noteName })
      return answer?.text()
    },
    setNote,
    async size(key) {
      const { isBegun, size } = await arrived(key)
      return isBegun ? size : undefined
    },
    async append(key, bytes, most) {
      const { isBegun, size } = await arrived(key)
      if (!isBegun) throw new Error(`${key} was not begun`)
      return append(bytes, { size, most }, (offset, body) => put(folderOf(key) + bytesName(offset), body))
    },
    async localFile(key) {
      const folder = await scratch.folder()
      const path = join(folder.path, 'file')
      try {
        await pipeline(Readable.from(bytesOf(client, await arrived(key))), createWriteStream(path))
      } catch (error) {
        await folder[Symbol.asyncDispose]()
        throw error
      }
      return { path, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
    },
    async keep(key, blobKey) {
      const all = await arrived(key)
      if (!all.isBegun) throw new Error(`${key} was not begun`)
      await putParts(blobKey, all.size, bytesOf(client, all))
      await remove(all.keys.filter((one) => !one.endsWith(noteName)))
    },
    async list() {
      const found = new Map<string, boolean>()
      for await (const { key, name } of everything(client))
        found.set(key, (found.get(key) ?? false) || name === begunName)
      return [...found].map(([key, isUnfinished]) => ({ key, isUnfinished }))
    },
    async remove(key) {
      await remove((await arrived(key)).keys)
    },
    async removeAbandoned(before) {
      const newest = new Map<string, number>()
      for await (const { key, writtenAt } of everything(client))
        newest.set(key, Math.max(newest.get(key) ?? 0, writtenAt))
      for (const [key, at] of newest) if (at < before) await remove((await arrived(key)).keys)
    },
  }
}

/** Lists all objects of all keys. */
async function* everything(client: S3Client): AsyncGenerator<S3Entry & { readonly name: string }> {
  for await (const entry of client.list('pieces/')) {
    const [, key, name] = /^pieces\/(.+)\/(~[^/]*)$/.exec(entry.key) ?? []
    if (key !== undefined && name !== undefined) yield { ...entry, key, name }
  }
}

/** Adds bytes as they come, an object for each `partBytes`, the last one as it is. Returns the size then. */
async function append(
  bytes: AsyncIterable<Uint8Array>,
  { size, most }: { readonly size: number; readonly most: number },
  put: (offset: number, body: Uint8Array) => Promise<void>,
): Promise<number | undefined> {
  let written = size
  let waiting: Uint8Array[] = []
  let length = 0
  const flush = async () => {
    if (length === 0) return
    const body = Buffer.concat(waiting)
    waiting = []
    length = 0
    await put(written, body)
    written += body.length
  }
  let isWriting = false
  try {
    for await (const chunk of bytes) {
      if (written + length + chunk.length > most) return undefined
      waiting.push(chunk)
      length += chunk.length
      isWriting = true
      if (length >= partBytes) await flush()
      isWriting = false
    }
  } catch (error) {
    // Of a source that breaks off, all that came is kept.
    if (isWriting) throw error
  }
  await flush()
  return written
}
