import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileToSave } from '#areas/backups/save-everything.ts'
import { whereMissing } from '#model/where-missing.ts'
import type { BlobStore } from '#ports/blob-store.ts'
import { Complaint } from './explain.ts'

/** Belong to a running server, are saved by other means, or are notes of backups. */
const leftOut =
  /^(tagma\.db|lock\.db|\.staged$|incoming$|uploads$|restoring$|backup-known\.|last-backup\.|proved-backup\.)/

/** Keys that a row can name. Programs of the desktop leave other files in folders. */
const nameable = /^(?!\.)[\w.-]+(\/(?!\.)[\w.-]+)*$/

/** Lists the uploaded files, wherever they are kept, and then those of the data folder: keys, mails, unfinished uploads. */
export async function* filesToSave(dataDir: string, blobs: BlobStore): AsyncGenerator<FileToSave> {
  for await (const { key, size } of blobs.list())
    if (nameable.test(key)) yield { path: `uploads/${key}`, size, open: () => blobs.open(key) }
  yield* filesBelow(dataDir, '')
}

async function* filesBelow(root: string, below: string): AsyncGenerator<FileToSave> {
  for (const entry of (await readdir(join(root, below), { withFileTypes: true }).catch(whereMissing)) ?? []) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (below === '' && leftOut.test(entry.name)) continue
    if (entry.isDirectory()) yield* filesBelow(root, path)
    else if (entry.isFile()) yield { path, size: undefined, open: () => createReadStream(join(root, path)) }
    else
      throw new Complaint(
        `${join(root, path)} is neither a file nor a folder. A backup does not follow links: no snapshot was made.`,
      )
  }
}

/** Tells whether a file was deleted while the backup ran. */
export async function isGone(dataDir: string, blobs: BlobStore, { path }: FileToSave): Promise<boolean> {
  const [, key] = /^uploads\/(.+)$/.exec(path) ?? []
  if (key !== undefined) return (await blobs.size(key)) === undefined
  return (await stat(join(dataDir, path)).catch(whereMissing)) === undefined
}
