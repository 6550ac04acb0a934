import { BlobsAway, type ByteRange } from '#ports/blob-store.ts'
import type { S3Client } from './s3-client.ts'

/** Bytes that are in memory at a time while a file is sent; also the most that one request sends of a small file. */
export const partBytes = 8 * 1024 * 1024

/** Reads an object. Throws `BlobsAway` if it breaks off. */
export async function* readObject(
  client: S3Client,
  key: string,
  range?: ByteRange,
): AsyncGenerator<Uint8Array> {
  const headers = range && { range: `bytes=${range.start}-${range.end}` }
  const answer = await client.send({ method: 'GET', key, isFile: true, ...(headers ? { headers } : {}) })
  if (!answer) throw Object.assign(new Error(`There is no blob ${key}`), { code: 'ENOENT' })
  // A store that knows no ranges would send all of it.
  if (range && answer.status !== 206) throw new BlobsAway('The object store sent no range of a file.')
  try {
    yield* answer.body ?? []
  } catch (error) {
    throw new BlobsAway('The object store broke off a file.', { cause: error })
  }
}

/** Gathers bytes into parts of this length; the last one may be shorter. */
export async function* inParts(bytes: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    let rest = chunk
    while (size + rest.length >= length) {
      const taken = rest.subarray(0, length - size)
      yield Buffer.concat([...waiting, taken])
      rest = rest.subarray(taken.length)
      waiting = []
      size = 0
    }
    if (rest.length > 0) waiting.push(rest)
    size += rest.length
  }
  if (size > 0) yield Buffer.concat(waiting)
}
