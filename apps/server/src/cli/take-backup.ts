import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { copyDatabase, countRows } from '#store/engines/copy-database.ts'
import { damageNoted, DatabaseDamaged } from '#store/engines/database-file.ts'
import { type BackupFile, dataName, manifestName } from './backup-manifest.ts'
import { Complaint } from './explain.ts'

/** The database is copied by itself; the others belong to a running server. */
const isLeftOut = (name: string) => /^(tagma\.db|lock\.db)|^(\.staged|incoming)$/.test(name)

interface Made {
  readonly files: number
  readonly bytes: number
}

/**
 * Copies the data folder of a server, which may be running, into a new folder. Files are copied after the database:
 * a file is saved before its row, so every file that a row names is in the copy. `now` is in UNIX seconds.
 */
export async function takeBackup(
  dataDir: string,
  target: string,
  { now, version }: { readonly now: number; readonly version: string },
): Promise<Made> {
  const database = join(dataDir, 'tagma.db')
  const damage = damageNoted(database)
  if (damage !== undefined) throw new DatabaseDamaged(damage)
  if (!relative(resolve(dataDir), resolve(target)).startsWith('..'))
    throw new Complaint(`${target} is in the data folder. Name a folder outside of it.`)
  await mkdir(dirname(resolve(target)), { recursive: true })
  try {
    await mkdir(target, { mode: 0o700 })
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    throw new Complaint(`${target} exists already. Name a folder that does not.`)
  }
  try {
    return await copyAll(dataDir, target, { now, version })
  } catch (error) {
    await rm(target, { recursive: true, force: true })
    throw error
  }
}

async function copyAll(
  dataDir: string,
  target: string,
  { now, version }: { readonly now: number; readonly version: string },
): Promise<Made> {
  const data = join(target, dataName)
  await mkdir(data, { mode: 0o700 })
  const manifest = await open(join(target, manifestName), 'wx', 0o600)
  try {
    const note = (line: object) => manifest.appendFile(`${JSON.stringify(line)}\n`)
    await note({ format: 'tagma-backup', version: 1, made_at: now, made_by: version })
    copyDatabase(join(dataDir, 'tagma.db'), join(data, 'tagma.db'))
    const database = await digestOf(join(data, 'tagma.db'), 'tagma.db')
    await note(database)
    let made = { files: 1, bytes: database.bytes }
    for await (const path of filesBelow(dataDir, '')) {
      const file = await copyFile(dataDir, data, path)
      if (!file) continue
      await note(file)
      made = { files: made.files + 1, bytes: made.bytes + file.bytes }
    }
    await note({ files: made.files, tables: countRows(join(data, 'tagma.db')) })
    await manifest.sync()
    return made
  } finally {
    await manifest.close()
  }
}

/** Paths of all files to copy. A folder that is deleted meanwhile counts as empty. */
async function* filesBelow(root: string, below: string): AsyncGenerator<string> {
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch(whereMissing)
  for (const entry of entries ?? []) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (isLeftOut(below === '' ? entry.name : '') || entry.name === '.staged') continue
    if (entry.isDirectory()) yield* filesBelow(root, path)
    else if (entry.isFile()) yield path
    else
      throw new Complaint(
        `${join(root, path)} is neither a file nor a folder. A backup does not follow links: nothing was saved.`,
      )
  }
}

/** Copies a file, and returns the digest of the bytes that were written; undefined if it was deleted meanwhile. */
async function copyFile(from: string, to: string, path: string): Promise<BackupFile | undefined> {
  const source = await open(join(from, path), 'r').catch(whereMissing)
  if (!source) return undefined
  try {
    await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 })
    const copy = await open(join(to, path), 'wx', 0o600)
    try {
      const hash = createHash('sha256')
      let bytes = 0
      for await (const chunk of source.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
        hash.update(chunk)
        bytes += chunk.length
        await copy.writeFile(chunk)
      }
      await copy.sync()
      return { path, bytes, sha256: hash.digest('hex') }
    } finally {
      await copy.close()
    }
  } finally {
    await source.close()
  }
}

/** The digest of a file in a backup, which reaches the disk before it is listed. */
async function digestOf(file: string, path: string): Promise<BackupFile> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
    }
    return { path, bytes, sha256: hash.digest('hex') }
  } finally {
    await handle.close()
  }
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

function whereMissing(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error
}
