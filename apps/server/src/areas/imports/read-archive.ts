import { createHash } from 'node:crypto'
import { ImportProblem } from '@tagma/importers/import-problem.ts'
import {
  type ArchiveHead,
  archiveFile,
  archiveHead,
  type ArchiveManifest,
  archiveManifest,
} from '#model/archive.ts'
import type { Row } from '#store/copying/row-store.ts'
import { rowIn, RowSum } from '#store/copying/row-sums.ts'
import { type ArchiveEntry, tarEntries } from './tar-entries.ts'

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
const longestLine = 64 * 1024 * 1024
/** Bytes of the files that describe the archive, which are read whole. */
const largestJson = 64 * 1024 * 1024
/** Files of an archive, whose names stay in memory. */
const mostFiles = 5_000_000

/** Opens an archive of `tagma export`. Throws an `ImportProblem` for any other file. */
export async function* archiveEntries(path: string): AsyncGenerator<ArchiveEntry> {
  for await (const { isFolder, ...entry } of tarEntries(path)) {
    if (isFolder) throw new ImportProblem(`${entry.name} in ${path} is no plain file.`)
    if (!known.test(entry.name))
      throw new ImportProblem(`${path} has an entry that it cannot have: ${entry.name}.`)
    yield entry
  }
}

/** Yields the lines of an entry, in groups: one by one, they would take longer than all that is done with them. */
export async function* lineGroupsOf({ name, bytes }: ArchiveEntry): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest: string[] = []
  let length = 0
  for await (const chunk of bytes) {
    const [first = '', ...others] = decodeOf(decoder, chunk, name).split('\n')
    rest.push(first)
    length += first.length
    if (length > longestLine)
      throw new ImportProblem(`${name} has a line with more than ${longestLine} bytes.`)
    const last = others.pop()
    if (last === undefined) continue
    yield [rest.join(''), ...others]
    rest = [last]
    length = last.length
  }
  if (length > 0) throw new ImportProblem(`${name} does not end with a line.`)
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
  if (entry.size > largestJson) throw new ImportProblem(`${entry.name} has more than ${largestJson} bytes.`)
  const lines: string[] = []
  for await (const group of lineGroupsOf(entry)) for (const line of group) lines.push(line)
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
      for await (const group of lineGroupsOf(entry)) {
        if (this.files.length + group.length > mostFiles)
          throw new ImportProblem(`${entry.name} has more than ${mostFiles} files.`)
        for (const line of group) this.files.push(archivedFile(line))
      }
    else for await (const _ of entry.bytes);
    return undefined
  }

  async #readTable(table: string, entry: ArchiveEntry): Promise<RowSum> {
    const columns = Object.hasOwn(this.#head.tables, table) ? this.#head.tables[table] : undefined
    if (!columns) throw new ImportProblem(`${entry.name} is no table of this archive.`)
    const place = columns.indexOf('id')
    const sum = new RowSum()
    let [smallest, largest] = [Infinity, -Infinity]
    for await (const group of lineGroupsOf(entry)) {
      for (const line of group) {
        sum.add(line)
        const row = archivedRow(line, entry.name)
        if (row.length !== columns.length)
          throw new ImportProblem(`${entry.name} has a row of another length.`)
        const id = row[place]
        if (typeof id !== 'number') continue
        smallest = Math.min(smallest, id)
        largest = Math.max(largest, id)
      }
    }
    if (smallest <= largest) this.ids.set(table, { smallest, largest })
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
