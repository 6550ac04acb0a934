import { createReadStream, statSync } from 'node:fs'
import { Readable, type Transform } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { ImportProblem } from '@tagma/importers/import-problem.ts'
import { createTarDecoder } from 'modern-tar'

/** A file in an archive. Its bytes must be read before the next entry. */
export interface ArchiveEntry {
  readonly name: string
  readonly size: number
  readonly bytes: AsyncIterable<Uint8Array>
}

interface TarEntry extends ArchiveEntry {
  readonly isFolder: boolean
}

/** Entries that an archive may have. */
export const mostEntries = 1_000_000
/** Bytes that are read from the disk at once. */
const readBytes = 1024 * 1024
/** Archives of text shrink to a tenth; what grows a hundredfold is meant to fill a disk. */
const mostGrowth = 100
const freeBytes = 1024 * 1024 * 1024

/** Bytes that an archive may unpack to. */
export const mostUnpacked = (bytes: number): number => bytes * mostGrowth + freeBytes

/** Opens a tar archive that may be packed by gzip or Zstandard. Throws an `ImportProblem` for what is no archive. */
export async function* tarEntries(path: string, most = mostEntries): AsyncGenerator<TarEntry> {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile()) throw new ImportProblem(`There is no file ${path}.`)
  const unpacked = new UnpackedBytes(mostUnpacked(found.size))
  const source = Readable.from(unpacked.count(unpack(path, await beginningOf(path))))
  const decoder = createTarDecoder({ strict: true })
  const entries = Readable.toWeb(source).pipeThrough(decoder as never) as unknown as AsyncIterable<{
    readonly header: { readonly name: string; readonly size: number; readonly type?: string }
    readonly body: ReadableStream<Uint8Array>
  }>
  let count = 0
  try {
    for await (const { header, body } of entries) {
      const { name, size, type = 'file' } = header
      if (type !== 'file' && type !== 'directory')
        throw new ImportProblem(`${name} in ${path} is no plain file.`)
      if (++count > most) throw new ImportProblem(`${path} has more than ${most} entries.`)
      const bytes = body as unknown as AsyncIterable<Uint8Array>
      yield { name, size, bytes: explained(bytes, path), isFolder: type === 'directory' }
    }
  } catch (error) {
    throw problemOf(error, path)
  }
}

async function* explained(bytes: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    throw problemOf(error, path)
  }
}

/** Whatever the libraries complain about, the archive is not as it was written. */
const problemOf = (error: unknown, path: string): ImportProblem =>
  error instanceof ImportProblem
    ? error
    : new ImportProblem(
        `${path} is no whole archive: ${error instanceof Error ? error.message : String(error)}`,
      )

async function beginningOf(path: string): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const chunk of createReadStream(path, { end: 3 }) as AsyncIterable<Buffer>) parts.push(chunk)
  return Buffer.concat(parts)
}

function unpack(path: string, beginning: Buffer): Readable {
  const source = createReadStream(path, { highWaterMark: readBytes })
  const through = (unpacker: Transform): Readable => {
    source.on('error', (error) => unpacker.destroy(error))
    return source.pipe(unpacker)
  }
  if (beginning.subarray(0, 2).toString('hex') === '1f8b') return through(createGunzip())
  if (beginning.toString('hex') === '28b52ffd') return through(createZstdDecompress())
  return source
}

class UnpackedBytes {
  #left: number

  constructor(most: number) {
    this.#left = most
  }

  async *count(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#left -= chunk.length
      if (this.#left < 0)
        throw new ImportProblem('The archive unpacks to more than a hundred times its size.')
      yield chunk
    }
  }
}
