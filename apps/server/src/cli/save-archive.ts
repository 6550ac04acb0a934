import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, createZstdCompress } from 'node:zlib'

/** Writes a file that has its name only when it is whole, packed as its ending says; returns its SHA-256. */
export async function saveArchive(bytes: AsyncIterable<Uint8Array>, to: string): Promise<string> {
  const part = `${to}.part`
  const hash = createHash('sha256')
  const hashed = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  const file: Writable = createWriteStream(part, { mode: 0o600 })
  const source = Readable.from(bytes, { objectMode: false })
  try {
    if (/\.(gz|tgz)$/.test(to)) await pipeline(source, createGzip(), hashed, file)
    else if (to.endsWith('.zst')) await pipeline(source, createZstdCompress(), hashed, file)
    else await pipeline(source, hashed, file)
    await rename(part, to)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return hash.digest('hex')
}
