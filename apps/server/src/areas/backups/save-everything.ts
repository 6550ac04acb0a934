import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sealer } from '#ports/sealer.ts'
import { keyOf, type Row, type RowSource, type TableShape } from '#store/copying/row-store.ts'
import { lineOf, RowSum } from '#store/copying/row-sums.ts'
import { BackupProblem } from './backup-problem.ts'
import { sha256Of } from './bytes.ts'
import type { Inventory, Repository } from './repository.ts'
import { nameOfContent } from './repository.ts'
import type { RunningMark } from './running-mark.ts'
import { type SavedFile, type SavedTable, snapshotName, type StoredFile } from './snapshot-records.ts'

/** Rows that are read at once. */
const rowsInPage = 2000
/** Longest part of a table, in characters. */
const longestPart = 8 * 1024 ** 2
/** A part ends after one row in so many, chosen by its key: rows that come and go elsewhere leave the part as it is. */
const rowsInPart = 8192

/** Files whose content was read by an earlier backup: path, size and digest. Contents never change under a path. */
export interface KnownFiles {
  find(path: string, size: number): string | undefined
  note(file: SavedFile): void
}

/** A file outside of the database. */
export interface FileToSave {
  readonly path: string
  /** Undefined for a file that may change: it is read each time. */
  readonly size: number | undefined
  open(): AsyncIterable<Uint8Array>
}

export interface SnapshotSource {
  readonly rows: RowSource
  /** Called after the rows were read, so that every file that a row names is there. */
  files(): AsyncIterable<FileToSave>
  /** True if a file that cannot be read was deleted meanwhile. */
  isGone(file: FileToSave): Promise<boolean>
  readonly known: KnownFiles
}

export interface SnapshotWriter {
  readonly repository: Repository
  readonly inventory: Inventory
  readonly sealer: Sealer | undefined
  readonly nameKey: Uint8Array | undefined
  readonly mark: RunningMark
  /** UNIX seconds. */
  readonly now: number
  readonly version: string
  show(step: string): void
}

export interface SnapshotReport {
  readonly snapshot: string
  readonly rows: number
  readonly files: number
  /** Bytes that the snapshot needs in the repository. */
  readonly bytes: number
  /** Bytes that were not there before. */
  readonly added: number
}

/**
 * Saves all rows, as they were in one moment, and then all files. Contents that the repository has are not saved again. The
 * snapshot exists when the list of its files is written, which comes last. Throws a BackupProblem.
 */
export async function takeSnapshot(source: SnapshotSource, writer: SnapshotWriter): Promise<SnapshotReport> {
  const { repository, inventory, now, version } = writer
  const snapshot = snapshotName(now)
  if (inventory.snapshots.includes(snapshot))
    throw new BackupProblem(`There is a snapshot ${snapshot} already. Try again in a second.`)
  const objects = new Objects(writer, await earlierFiles(repository, inventory))
  const steps = await source.rows.steps()
  const moved = steps.find((step) => step.startsWith('moved to '))
  if (moved !== undefined)
    throw new BackupProblem(`This database was ${moved}. Save that one: set DATABASE_URL or TAGMA_DATA_DIR.`)
  await using folder = await repository.place.scratch.folder()
  const path = join(folder.path, 'manifest')
  const note = (line: object) => appendFile(path, `${JSON.stringify(line)}\n`)
  await note({ format: 'tagma-snapshot', version: 1, made_at: now, made_by: version, steps })
  const total = { tables: 0, rows: 0, files: 0 }
  const lastIds = await source.rows.atOnce(async () => {
    for (const table of await source.rows.tables()) {
      writer.show(table.name)
      const saved = await saveTable(source.rows, table, objects)
      await note(saved)
      total.tables++
      total.rows += saved.rows
    }
    return source.rows.lastIds()
  })
  writer.show('files')
  for await (const file of source.files()) {
    const saved = await saveFile(source, file, objects)
    if (!saved) continue
    await note(saved)
    total.files++
  }
  await note({ tables: total.tables, files: total.files, last_ids: Object.fromEntries(lastIds) })
  const { stored } = await repository.save(createReadStream(path), writer.sealer, () =>
    repository.manifestKey(snapshot),
  )
  if (!stored) throw new Error('A manifest is always stored.')
  await repository.finish(
    snapshot,
    { format: 'tagma-objects', version: 1, made_at: now, manifest: stored },
    objects.needed,
  )
  return {
    ...{ snapshot, rows: total.rows, files: total.files },
    bytes: objects.bytes + stored.bytes,
    added: objects.added + stored.bytes,
  }
}

/** Stored files that whole snapshots name, and that are there with their size. */
async function earlierFiles(repository: Repository, { snapshots, files }: Inventory) {
  const earlier = new Map<string, StoredFile>()
  for (const snapshot of snapshots)
    for (const file of (await repository.objects(snapshot)).files)
      if (files.get(file.name) === file.bytes) earlier.set(file.name, file)
  return earlier
}

/** The stored files of a snapshot while it is made. */
class Objects {
  readonly needed = new Map<string, StoredFile>()
  bytes = 0
  added = 0
  readonly #writer: SnapshotWriter
  readonly #earlier: ReadonlyMap<string, StoredFile>

  constructor(writer: SnapshotWriter, earlier: ReadonlyMap<string, StoredFile>) {
    this.#writer = writer
    this.#earlier = earlier
  }

  /** Returns the name of a content that is there already. */
  reuse(sha256: string): string | undefined {
    const name = nameOfContent(sha256, this.#writer.nameKey)
    if (this.needed.has(name)) return name
    const earlier = this.#earlier.get(name)
    if (!earlier) return undefined
    this.#need(earlier)
    return name
  }

  /** Saves a content, unless it is there; its digest is known when it was read. */
  async save(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    const { repository, sealer, nameKey, mark } = this.#writer
    await mark.renew()
    const { sha256, bytes, stored } = await repository.save(content, sealer, (digest) =>
      this.reuse(digest) === undefined ? repository.keyOf(nameOfContent(digest, nameKey)) : undefined,
    )
    const name = nameOfContent(sha256, nameKey)
    if (stored) {
      this.#need({ name, ...stored })
      this.added += stored.bytes
    }
    return { name, sha256, bytes }
  }

  #need(file: StoredFile): void {
    this.needed.set(file.name, file)
    this.bytes += file.bytes
  }
}

async function saveTable(rows: RowSource, table: TableShape, objects: Objects): Promise<SavedTable> {
  const sum = new RowSum()
  const parts: SavedTable['parts'] = []
  let lines: string[] = []
  let length = 0
  const endPart = async () => {
    if (lines.length === 0) return
    const text = lines.join('')
    const sha256 = sha256Of(text)
    const name = objects.reuse(sha256) ?? (await objects.save([Buffer.from(text)])).name
    parts.push({ name, sha256, rows: lines.length })
    lines = []
    length = 0
  }
  let after: Row | undefined
  for (;;) {
    const page = await rows.page(table, { after }, rowsInPage)
    for (const row of page) {
      const line = lineOf(row)
      sum.add(line)
      lines.push(`${line}\n`)
      length += line.length
      after = keyOf(table, row)
      if (length > longestPart || endsPart(after)) await endPart()
    }
    if (page.length < rowsInPage) break
  }
  await endPart()
  const { name, columns, key } = table
  return { table: name, columns: [...columns], key: [...key], rows: sum.rows, sum: sum.hex, parts }
}

const endsPart = (key: Row) =>
  createHash('sha256').update(lineOf(key)).digest().readUInt32BE(0) % rowsInPart === 0

async function saveFile(
  { known, isGone }: SnapshotSource,
  file: FileToSave,
  objects: Objects,
): Promise<SavedFile | undefined> {
  const { path, size } = file
  const sha256 = size === undefined ? undefined : known.find(path, size)
  const name = sha256 === undefined ? undefined : objects.reuse(sha256)
  if (size !== undefined && sha256 !== undefined && name !== undefined) {
    const saved = { path, bytes: size, sha256, name }
    known.note(saved)
    return saved
  }
  try {
    const saved = { path, ...(await objects.save(file.open())) }
    if (size !== undefined) known.note(saved)
    return saved
  } catch (error) {
    if (await isGone(file)) return undefined
    throw error
  }
}
