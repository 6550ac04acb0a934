import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fewAtATime } from '#model/few-at-a-time.ts'
import type { BlobStore } from '#ports/blob-store.ts'
import type { Scratch } from '#ports/scratch.ts'
import { assertKey } from './blob-key.ts'
import type { S3Client } from './s3-client.ts'
import { inParts, partBytes, readObject } from './s3-parts.ts'
import { s3Pieces } from './s3-pieces.ts'

/** Parts that an object may have. */
const mostParts = 10_000

/** Calls that delete at the same time: not every store deletes several objects by one call alike. */
const deletions = 8

const keyOf = (key: string): string => {
  assertKey(key)
  return `blobs/${key}`
}

/**
 * Keeps blobs as objects of a bucket. A blob is there whole, or not at all: an object appears when all of it has arrived.
 * Blobs lie below `blobs/`, what arrives in pieces below `pieces/`.
 */
export function s3Blobs(client: S3Client, scratch: Scratch): BlobStore {
  const putBytes = async (key: string, body: Uint8Array) => {
    await client.send({ method: 'PUT', key: keyOf(key), body })
  }
  const putParts = async (key: string, size: number, bytes: AsyncIterable<Uint8Array>) => {
    if (size <= partBytes) return putBytes(key, await buffer(Readable.from(bytes)))
    return client.putParts(keyOf(key), inParts(bytes, Math.max(partBytes, Math.ceil(size / mostParts))))
  }
  const remove = async (keys: AsyncIterable<string> | Iterable<string>) => {
    const inTurn = fewAtATime(deletions)
    const removing: Promise<unknown>[] = []
    for await (const key of keys) removing.push(inTurn(() => client.send({ method: 'DELETE', key })))
    await Promise.all(removing)
  }
  return {
    async putFile(key, path) {
      keyOf(key)
      const { size } = await stat(path)
      await putParts(key, size, createReadStream(path))
      await rm(path)
    },
    put: putBytes,
    async size(key) {
      const answer = await client.send({ method: 'HEAD', key: keyOf(key) })
      return answer && Number(answer.headers.get('content-length'))
    },
    open: (key, range) => Readable.from(readObject(client, keyOf(key), range), { objectMode: false }),
    remove: (keys) => remove(keys.map(keyOf)),
    async removeFolder(key) {
      const folder = keyOf(key)
      await remove([folder])
      await remove(keysBelow(client, `${folder}/`))
    },
    removeLeftOvers: (before) => client.endUploads(before),
    async *list() {
      for await (const { key, size } of client.list('blobs/')) yield { key: key.slice('blobs/'.length), size }
    },
    pieces: s3Pieces(client, { scratch, putParts, remove }),
  }
}

async function* keysBelow(client: S3Client, begin: string): AsyncGenerator<string> {
  for await (const { key } of client.list(begin)) yield key
}
