import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseProblem } from '#store/engines/copy-database.ts'
import {
  backupEnd,
  type BackupEnd,
  type BackupFile,
  backupFile,
  backupHead,
  type BackupHead,
  dataName,
  manifestName,
} from './backup-manifest.ts'
import { Complaint } from './explain.ts'

interface Verified {
  readonly files: number
  readonly bytes: number
  /** One sentence for each file that is not as it was saved. */
  readonly problems: readonly string[]
  /** UNIX seconds of the backup. */
  readonly madeAt: number
  /** Bytes of each file. */
  readonly sizes: ReadonlyMap<string, number>
  /** Rows of each table; undefined in backups of earlier versions. */
  readonly tables: Readonly<Record<string, number>> | undefined
}

/** Reads all of a backup, and compares it with its manifest. */
export async function verifyBackup(folder: string): Promise<Verified> {
  if (!existsSync(join(folder, manifestName)))
    throw new Complaint(`${folder} has no ${manifestName}: it is no backup, or making it was interrupted.`)
  const data = join(folder, dataName)
  const problems: string[] = []
  const listed = new Map<string, number>()
  let madeAt = 0
  let tables: Verified['tables']
  let bytes = 0
  for await (const file of linesOf(folder)) {
    if ('made_at' in file) {
      madeAt = file.made_at
      continue
    }
    if ('files' in file) {
      tables = file.tables
      continue
    }
    if (!isBelow(file.path)) throw new Complaint(`The manifest names ${file.path}, which is outside.`)
    listed.set(file.path, file.bytes)
    bytes += file.bytes
    const problem = await fileProblem(join(data, file.path), file)
    if (problem !== undefined) problems.push(`${file.path} ${problem}.`)
  }
  for (const entry of existsSync(data) ? await readdir(data, { recursive: true, withFileTypes: true }) : []) {
    const path = join(entry.parentPath, entry.name).slice(data.length + 1)
    if (!entry.isDirectory() && !listed.has(path)) problems.push(`${path} is not in the manifest.`)
  }
  if (!listed.has('tagma.db')) problems.push('tagma.db is not in the manifest.')
  else if (problems.length === 0) {
    const problem = databaseProblem(join(data, 'tagma.db'))
    if (problem !== undefined) problems.push(`tagma.db is damaged: ${problem}.`)
  }
  return { files: listed.size, bytes, problems, madeAt, sizes: listed, tables }
}

/** The head, the files and the end of a manifest. Throws if it is not whole. */
async function* linesOf(folder: string): AsyncGenerator<BackupHead | BackupFile | BackupEnd> {
  const manifest = await open(join(folder, manifestName), 'r')
  try {
    let number = 0
    let files = 0
    let isWhole = false
    for await (const line of manifest.readLines()) {
      number++
      const value = parse(line)
      const file = backupFile.safeParse(value)
      const end = backupEnd.safeParse(value)
      const head = number === 1 ? backupHead.safeParse(value) : undefined
      if (isWhole || head?.success === false)
        throw new Complaint(`Line ${number} of ${manifestName} is not from this version of Tagma.`)
      if (head) yield head.data
      else if (file.success) {
        files++
        yield file.data
      } else if (end.success && end.data.files === files) {
        isWhole = true
        yield end.data
      } else throw new Complaint(`Line ${number} of ${manifestName} is damaged.`)
    }
    if (!isWhole) throw new Complaint(`${manifestName} was cut off after line ${number}.`)
  } finally {
    await manifest.close()
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const isBelow = (path: string) =>
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..') && !path.includes('\0')

async function fileProblem(path: string, { bytes, sha256 }: BackupFile): Promise<string | undefined> {
  if (!existsSync(path)) return 'is missing'
  const hash = createHash('sha256')
  let found = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    found += chunk.length
  }
  if (found !== bytes) return `has ${found} bytes instead of ${bytes}`
  return hash.digest('hex') === sha256 ? undefined : 'has other contents than were saved'
}
