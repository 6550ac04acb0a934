import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ArchiveHead, ArchiveManifest } from '#model/archive.ts'
import type { HistoryEntry } from '#model/history-entry.ts'
import type { BlobStore } from '#ports/blob-store.ts'
import type { Scratch } from '#ports/scratch.ts'
import { pagesOf } from '#store/copying/copy-rows.ts'
import { type OrganizationTable, organizationTables } from '#store/copying/organization-rows.ts'
import type { RowSource, Value } from '#store/copying/row-store.ts'
import { lineOf, RowSum } from '#store/copying/row-sums.ts'
import type { Entry } from './tar.ts'

interface From {
  readonly rows: RowSource
  readonly blobs: BlobStore
  readonly scratch: Scratch
  readonly progress: (what: string) => void
}

/**
 * Yields the entries of a complete archive: the head, each table as lines of JSON, the files once each by their hash, and
 * the manifest. The same organization gives the same bytes but for `made_at`. All rows are of one moment.
 */
export async function* writeArchive(head: Omit<ArchiveHead, 'tables'>, from: From): AsyncGenerator<Entry> {
  const manifest: ArchiveManifest = { tables: {}, entries: {} }
  const noted = (entry: Entry, sha256: string): Entry => {
    manifest.entries[entry.name] = { bytes: entry.size, sha256 }
    return entry
  }
  const tables = organizationTables(await from.rows.tables(), head.organization.id)
  yield text('archive.json', {
    ...head,
    tables: Object.fromEntries(tables.map(({ name, columns }) => [name, columns])),
  })
  await using folder = await from.scratch.folder()
  const path = join(folder.path, 'table')
  const written = new Map<string, Written>()
  await from.rows.atOnce(async () => {
    for (const table of tables) {
      from.progress(table.name)
      written.set(table.name, await writeTable(from.rows, table, `${path}-${table.name}`))
    }
  })
  for (const { name } of tables) {
    const table = written.get(name)
    if (!table) continue
    const { rows, sum, bytes, sha256 } = table
    manifest.tables[name] = { rows, sum }
    const content = createReadStream(`${path}-${name}`)
    yield noted({ name: `tables/${name}.jsonl`, size: bytes, content }, sha256)
  }
  yield* blobEntries(head.organization.id, from, noted)
  yield text('manifest.json', manifest)
}

function text(name: string, value: unknown): Entry {
  const content = Buffer.from(`${JSON.stringify(value)}\n`)
  return { name, size: content.length, content }
}

interface Written {
  readonly rows: number
  readonly sum: string
  readonly bytes: number
  readonly sha256: string
}

async function writeTable(rows: RowSource, table: OrganizationTable, path: string): Promise<Written> {
  const history = table.columns.indexOf('edit_history')
  const sum = new RowSum()
  const hash = createHash('sha256')
  async function* lines() {
    for await (const page of pagesOf(rows, table, table.where)) {
      const part = page.map((row) => {
        const line = lineOf(history < 0 ? row : row.with(history, withoutHtml(row[history] ?? null)))
        sum.add(line)
        return `${line}\n`
      })
      const bytes = Buffer.from(part.join(''))
      hash.update(bytes)
      yield bytes
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600 }))
  const { size } = await stat(path)
  return { rows: sum.rows, sum: sum.hex, bytes: size, sha256: hash.digest('hex') }
}

/** Earlier versions of a message without their HTML. */
function withoutHtml(history: Value): Value {
  if (typeof history !== 'string') return history
  const entries = JSON.parse(history) as readonly HistoryEntry[]
  return JSON.stringify(entries, (name, value: unknown) =>
    name === 'prev_rendered_content' ? undefined : value,
  )
}

/** Yields the list of the organization's files and then the files, without archives of former exports. */
async function* blobEntries(
  organizationId: number,
  { blobs, progress }: From,
  noted: (entry: Entry, sha256: string) => Entry,
): AsyncGenerator<Entry> {
  const [own, exports] = [`${organizationId}/`, `${organizationId}/exports/`]
  const keys: string[] = []
  for await (const { key } of blobs.list())
    if (key.startsWith(own) && !key.startsWith(exports)) keys.push(key)
  const files: { key: string; size: number; sha256: string }[] = []
  for (const key of keys.toSorted()) {
    const hash = createHash('sha256')
    let size = 0
    try {
      for await (const chunk of blobs.open(key) as AsyncIterable<Buffer>) {
        hash.update(chunk)
        size += chunk.length
      }
    } catch (error) {
      // Somebody deleted it meanwhile.
      if ((await blobs.size(key)) === undefined) continue
      throw error
    }
    files.push({ key, size, sha256: hash.digest('hex') })
  }
  const list = Buffer.from(files.map((file) => `${JSON.stringify(file)}\n`).join(''))
  yield noted(
    { name: 'files.jsonl', size: list.length, content: list },
    createHash('sha256').update(list).digest('hex'),
  )
  const seen = new Set<string>()
  for (const { key, size, sha256 } of files) {
    if (seen.has(sha256)) continue
    seen.add(sha256)
    progress('files')
    yield noted({ name: `blobs/${sha256.slice(0, 2)}/${sha256}`, size, content: blobs.open(key) }, sha256)
  }
}
