import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { Readable, type Transform } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { ImportProblem } from '@tagma/importers/import-problem.ts'
import { createTarDecoder } from 'modern-tar'
import {
  type ArchiveHead,
  archiveFile,
  archiveHead,
  type ArchiveManifest,
  archiveManifest,
} from '#model/archive.ts'
import type { Row } from '#store/copying/row-store.ts'
import { rowIn, RowSum } from '#store/copying/row-sums.ts'

/** A file in an archive. Its bytes must be read before the next entry. */
export interface ArchiveEntry {
  readonly name: string
  readonly size: number
  readonly bytes: AsyncIterable<Uint8Array>
}

export interface ArchivedFile {
  readonly key: string
  readonly size: number
  readonly sha256: string
}

/** Facts of a whole archive, after all of it was read. */
export interface VerifiedArchive {
  readonly head: ArchiveHead
  readonly manifest: ArchiveManifest
  readonly files: readonly ArchivedFile[]
  /** SHA-256 of the manifest, in hexadecimal: the same for the same contents. */
  readonly hash: string
  /** Smallest and largest id of the rows of each table that has ids. */
  readonly ids: ReadonlyMap<string, { readonly smallest: number; readonly largest: number }>
  readonly bytes: number
  /** One sentence for each entry that is not as it was written. */
  readonly problems: readonly string[]
}

/** Names that an archive may have: none of them leads anywhere. */
const known =
  /^(archive\.json|manifest\.json|files\.jsonl|tables\/[a-z_]{1,60}\.jsonl|blobs\/[0-9a-f]{2}\/[0-9a-f]{64})$/
const mostEntries = 1_000_000
const longestLine = 64 * 1024 * 1024
/** Archives of text shrink to a tenth; what grows a hundredfold is meant to fill a disk. */
const mostGrowth = 100
const freeBytes = 1024 * 1024 * 1024

/** Opens a tar archive that may be packed by gzip or Zstandard. Throws an `ImportProblem` for what is no archive. */
export async function* archiveEntries(path: string): AsyncGenerator<ArchiveEntry> {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile()) throw new ImportProblem(`There is no file ${path}.`)
  const unpacked = new UnpackedBytes(found.size * mostGrowth + freeBytes)
  const source = Readable.from(unpacked.count(unpack(path, await beginningOf(path))))
  const decoder = createTarDecoder({ strict: true })
  const entries = Readable.toWeb(source).pipeThrough(decoder as never) as unknown as AsyncIterable<{
    readonly header: { readonly name: string; readonly size: number; readonly type?: string }
    readonly body: ReadableStream<Uint8Array>
  }>
  let count = 0
  try {
    for await (const { header, body } of entries) {
      if (header.type !== undefined && header.type !== 'file')
        throw new ImportProblem(`${header.name} in ${path} is no plain file.`)
      if (!known.test(header.name))
        throw new ImportProblem(`${path} has an entry that it cannot have: ${header.name}.`)
      if (++count > mostEntries) throw new ImportProblem(`${path} has more than ${mostEntries} entries.`)
      const bytes = body as unknown as AsyncIterable<Uint8Array>
      yield { name: header.name, size: header.size, bytes: explained(bytes, path) }
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
  const source = createReadStream(path)
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

/** Yields the lines of an entry. */
export async function* linesOf({ name, bytes }: ArchiveEntry): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const chunk of bytes) {
    const lines = (rest + decodeOf(decoder, chunk, name)).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine)
      throw new ImportProblem(`${name} has a line with more than ${longestLine} bytes.`)
    yield* lines
  }
  if (rest !== '') throw new ImportProblem(`${name} does not end with a line.`)
}

function decodeOf(decoder: TextDecoder, chunk: Uint8Array, name: string): string {
  try {
    return decoder.decode(chunk, { stream: true })
  } catch (error) {
    if (error instanceof TypeError) throw new ImportProblem(`${name} is not in UTF-8.`)
    throw error
  }
}

/** Reads a row of a table. */
export function archivedRow(line: string, name: string): Row {
  try {
    return rowIn(line)
  } catch (error) {
    if (error instanceof SyntaxError) throw new ImportProblem(`${name} has a line that is no row.`)
    throw error
  }
}

async function jsonOf(entry: ArchiveEntry): Promise<unknown> {
  const lines: string[] = []
  for await (const line of linesOf(entry)) lines.push(line)
  try {
    return JSON.parse(lines.join('\n'))
  } catch (error) {
    if (error instanceof SyntaxError) throw new ImportProblem(`${entry.name} is no JSON.`)
    throw error
  }
}

/** Facts of an archive's entries, while they are read. */
class Findings {
  readonly files: ArchivedFile[] = []
  readonly ids = new Map<string, { smallest: number; largest: number }>()
  readonly entries = new Map<string, { bytes: number; sha256: string; sum: RowSum | undefined }>()
  readonly #head: ArchiveHead

  constructor(head: ArchiveHead) {
    this.#head = head
  }

  /** Reads an entry to its end. */
  async take(entry: ArchiveEntry): Promise<number> {
    if (this.entries.has(entry.name)) throw new ImportProblem(`${entry.name} is twice in the archive.`)
    const hash = createHash('sha256')
    let bytes = 0
    const counted = async function* () {
      for await (const chunk of entry.bytes) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    }
    const sum = await this.#read({ ...entry, bytes: counted() })
    this.entries.set(entry.name, { bytes, sha256: hash.digest('hex'), sum })
    return bytes
  }

  async #read(entry: ArchiveEntry): Promise<RowSum | undefined> {
    const [, table] = /^tables\/(.*)\.jsonl$/.exec(entry.name) ?? []
    if (table !== undefined) return this.#readTable(table, entry)
    if (entry.name === 'files.jsonl')
      for await (const line of linesOf(entry)) this.files.push(archivedFile(line))
    else for await (const _ of entry.bytes);
    return undefined
  }

  async #readTable(table: string, entry: ArchiveEntry): Promise<RowSum> {
    const columns = Object.hasOwn(this.#head.tables, table) ? this.#head.tables[table] : undefined
    if (!columns) throw new ImportProblem(`${entry.name} is no table of this archive.`)
    const place = columns.indexOf('id')
    const sum = new RowSum()
    for await (const line of linesOf(entry)) {
      sum.add(line)
      const row = archivedRow(line, entry.name)
      if (row.length !== columns.length) throw new ImportProblem(`${entry.name} has a row of another length.`)
      const id = row[place]
      if (typeof id !== 'number') continue
      const { smallest, largest } = this.ids.get(table) ?? { smallest: id, largest: id }
      this.ids.set(table, { smallest: Math.min(smallest, id), largest: Math.max(largest, id) })
    }
    return sum
  }
}

function archivedFile(line: string): ArchivedFile {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  const parsed = archiveFile.safeParse(value)
  if (!parsed.success) throw new ImportProblem('files.jsonl has a line that is no file.')
  return parsed.data
}

/** Reads all of an archive and compares it with its manifest. `progress` gets the bytes so far. */
export async function verifyArchive(
  path: string,
  progress: (bytes: number) => void,
): Promise<VerifiedArchive> {
  let head: ArchiveHead | undefined
  let found: Findings | undefined
  let manifest: ArchiveManifest | undefined
  let bytes = 0
  for await (const entry of archiveEntries(path)) {
    if (manifest) throw new ImportProblem(`${path} goes on behind its manifest.`)
    if (!found) {
      head = requireHead(entry.name === 'archive.json' ? await jsonOf(entry) : undefined, path)
      found = new Findings(head)
    } else if (entry.name === 'manifest.json') {
      const parsed = archiveManifest.safeParse(await jsonOf(entry))
      if (!parsed.success) throw new ImportProblem(`The manifest of ${path} is damaged.`)
      manifest = parsed.data
    } else progress((bytes += await found.take(entry)))
  }
  if (!head || !found || !manifest) throw new ImportProblem(`${path} was cut off: its manifest is missing.`)
  const hash = createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
  const { files, ids } = found
  return { head, manifest, files, ids, hash, bytes, problems: differences(manifest, found) }
}

function requireHead(value: unknown, path: string): ArchiveHead {
  const parsed = archiveHead.safeParse(value)
  if (!parsed.success)
    throw new ImportProblem(`${path} does not begin as an archive of this version of Tagma does.`)
  return parsed.data
}

function differences(manifest: ArchiveManifest, { entries, files }: Findings): string[] {
  const problems: string[] = []
  for (const [name, { bytes, sha256 }] of Object.entries(manifest.entries)) {
    const entry = entries.get(name)
    if (!entry) problems.push(`${name} is missing.`)
    else if (entry.bytes !== bytes) problems.push(`${name} has ${entry.bytes} bytes instead of ${bytes}.`)
    else if (entry.sha256 !== sha256) problems.push(`${name} has other contents than were written.`)
  }
  for (const name of entries.keys())
    if (!Object.hasOwn(manifest.entries, name)) problems.push(`${name} is not in the manifest.`)
  for (const [table, { rows, sum }] of Object.entries(manifest.tables)) {
    const found = entries.get(`tables/${table}.jsonl`)?.sum
    if (found && (found.rows !== rows || found.hex !== sum)) problems.push(`${table} has other rows.`)
  }
  for (const { key, sha256 } of files)
    if (!entries.has(`blobs/${sha256.slice(0, 2)}/${sha256}`)) problems.push(`The file ${key} is missing.`)
  return problems
}
