import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BlobStore } from '#ports/blob-store.ts'
import { keyOf, type Row, type RowTarget, type TableShape } from '#store/copying/row-store.ts'
import { lineOf, rowIn, RowSum } from '#store/copying/row-sums.ts'
import { BackupProblem } from './backup-problem.ts'
import { Digest, eachLine } from './bytes.ts'
import { explained, readManifest, type SavedSnapshot } from './read-saved.ts'
import type { ManifestEnd, ManifestHead, SavedFile, SavedTable } from './snapshot-records.ts'

/** Makes the tables of a snapshot's version in an empty database, and opens it. */
export type OpenTarget = (steps: readonly string[]) => Promise<RowTarget>

export interface RestoredRows {
  readonly madeAt: number
  readonly tables: readonly SavedTable[]
  readonly rows: number
}

/**
 * Writes the rows of a snapshot into a database that has none, and checks digests, counts and sums as it reads. A run that
 * was interrupted goes on with the parts that are missing. Throws a BackupProblem; the database is then not finished.
 */
export async function restoreRows(
  snapshot: SavedSnapshot,
  open: OpenTarget,
  {
    show = () => {},
    beforeEnd = async () => {},
  }: {
    readonly show?: (table: string, rows: number) => void
    /** Called when all rows are there and the database is not finished: what fails here can be done again. */
    readonly beforeEnd?: () => Promise<void>
  } = {},
): Promise<RestoredRows> {
  const tables: SavedTable[] = []
  let head: ManifestHead | undefined
  let end: ManifestEnd | undefined
  // Nothing is written before the whole manifest was read.
  for await (const record of readManifest(snapshot)) {
    if ('format' in record) head = record
    else if ('table' in record) tables.push(record)
    else if ('last_ids' in record) end = record
  }
  if (!head || !end) throw new Error('A manifest that was read has a head and an end.')
  const target = await open(head.steps)
  try {
    const shapes = new Map((await target.tables()).map((shape) => [shape.name, shape]))
    const missing = [...shapes.keys()].find((name) => !tables.some(({ table }) => table === name))
    if (missing !== undefined) throw new BackupProblem(`The snapshot has no table ${missing}.`)
    await target.begin(`snapshot ${snapshot.name} of ${snapshot.repository.head.id}`)
    let rows = 0
    for (const table of tables) {
      await restoreTable(snapshot, target, table, shapes.get(table.table))
      show(table.table, table.rows)
      rows += table.rows
    }
    await beforeEnd()
    await target.finish(new Map(Object.entries(end.last_ids)))
    return { madeAt: head.made_at, tables, rows }
  } finally {
    await target.close()
  }
}

async function restoreTable(
  snapshot: SavedSnapshot,
  target: RowTarget,
  table: SavedTable,
  shape: TableShape | undefined,
): Promise<void> {
  if (!shape || shape.columns.join() !== table.columns.join() || shape.key.join() !== table.key.join())
    throw new BackupProblem(`The table ${table.table} of the snapshot is not one of its version of Tagma.`)
  const done = new Map((await target.blocks(shape)).map((block) => [block.number, block]))
  const sum = new RowSum()
  for (const [number, part] of table.parts.entries()) {
    const rows = await readPart(snapshot, table, part, sum)
    const last = rows.at(-1)
    if (!last || done.has(number)) continue
    await target.write(async () => {
      for (let from = 0; from < rows.length; from += rowsAtOnce)
        await target.insert(shape, rows.slice(from, from + rowsAtOnce))
      await target.noteBlock(shape, { number, last: keyOf(shape, last), rows: rows.length, sum: part.sha256 })
    })
  }
  if (sum.rows !== table.rows || sum.hex !== table.sum)
    throw new BackupProblem(
      `${table.table} has ${sum.rows} rows instead of ${table.rows}, or others than were saved.`,
    )
}

const rowsAtOnce = 2000

/** Reads a part of a table and adds its rows to the sum. Throws a BackupProblem if it is not what was saved. */
async function readPart(
  { repository, opener }: SavedSnapshot,
  { table, columns }: SavedTable,
  part: SavedTable['parts'][number],
  sum: RowSum,
): Promise<Row[]> {
  const key = repository.keyOf(part.name)
  const digest = new Digest()
  const rows: Row[] = []
  for await (const line of eachLine(digest.tap(explained(repository, key, opener)))) {
    const row = rowOf(line)
    if (row?.length !== columns.length)
      throw new BackupProblem(`Row ${rows.length + 1} of ${key} is no row of ${table}.`)
    rows.push(row)
    sum.add(lineOf(row))
  }
  if (digest.hex !== part.sha256 || rows.length !== part.rows)
    throw new BackupProblem(`${key}, a part of ${table}, has other contents than were saved.`)
  return rows
}

function rowOf(line: string): Row | undefined {
  try {
    return rowIn(line)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Where the files of a snapshot go. */
export interface FilePlace {
  readonly blobs: BlobStore
  readonly scratch: SavedSnapshot['repository']['place']['scratch']
  /** Path of a file of the data folder; its folder is there. */
  pathInData(path: string): Promise<string>
}

/** Yields the files that a snapshot lists. */
export async function* filesOf(snapshot: SavedSnapshot): AsyncGenerator<SavedFile> {
  for await (const record of readManifest(snapshot)) if ('path' in record) yield record
}

/** Restores all files of a snapshot; a file that is there with its size is left. Returns their number. */
export async function restoreFiles(
  snapshot: SavedSnapshot,
  place: FilePlace,
  show: (files: number) => void = () => {},
): Promise<number> {
  let files = 0
  for await (const file of filesOf(snapshot)) {
    show(files++)
    const [, blob] = /^uploads\/(.+)$/.exec(file.path) ?? []
    if (blob === undefined) await copyOut(snapshot, file, await place.pathInData(file.path))
    else if ((await place.blobs.size(blob)) !== file.bytes) {
      await using folder = await place.scratch.folder()
      const path = join(folder.path, 'file')
      await copyOut(snapshot, file, path)
      await place.blobs.putFile(blob, path)
    }
  }
  return files
}

/** Writes a file out; throws a BackupProblem if it is not what was saved. */
async function copyOut({ repository, opener }: SavedSnapshot, file: SavedFile, path: string): Promise<void> {
  const digest = new Digest()
  const key = repository.keyOf(file.name)
  await pipeline(digest.tap(explained(repository, key, opener)), createWriteStream(path, { mode: 0o600 }))
  if (digest.hex !== file.sha256 || digest.bytes !== file.bytes)
    throw new BackupProblem(`${key}, which is ${file.path}, has other contents than were saved.`)
}
