import { createHash, type Hash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

/** The files that something is built from. */
export interface Sources {
  readonly folder: string
  /** Files and folders, relative to the folder above. */
  readonly paths: readonly string[]
}

/**
 * Returns a text that changes when a source does: from names, sizes and times of change. Looks at a folder at a time and
 * leaves little garbage, because a chat server runs it: a glob of 1,500 files made an idle server 6 MiB larger.
 */
export async function fingerprint({ folder, paths }: Sources): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) await add(hash, folder, path)
  return hash.digest('base64url')
}

async function add(hash: Hash, folder: string, path: string): Promise<void> {
  const stats = statSync(join(folder, path), { throwIfNoEntry: false })
  if (!stats?.isDirectory()) {
    hash.update(`${path} ${stats?.size} ${stats?.mtimeMs}\n`)
    return
  }
  await setImmediate()
  for (const name of readdirSync(join(folder, path)).toSorted()) await add(hash, folder, `${path}/${name}`)
}

/** Whether a built file is missing or was made from other sources: its fingerprint lies beside it. */
export async function isStale(file: string, sources: Sources): Promise<boolean> {
  try {
    return (await readFile(`${file}.sources`, 'utf8')) !== (await fingerprint(sources))
  } catch {
    return true
  }
}
