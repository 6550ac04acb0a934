import { createHash } from 'node:crypto'
import { glob, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The files that something is built from: patterns relative to a folder. */
export interface Sources {
  readonly folder: string
  readonly patterns: readonly string[]
}

/** Returns a text that changes when a source does: from names, sizes and times of change. */
export async function fingerprint({ folder, patterns }: Sources): Promise<string> {
  const hash = createHash('sha256')
  const facts: string[] = []
  for await (const path of glob(patterns, { cwd: folder })) {
    const { mtimeMs, size } = await stat(join(folder, path))
    facts.push(`${path} ${size} ${mtimeMs}`)
  }
  for (const fact of facts.toSorted()) hash.update(`${fact}\n`)
  return hash.digest('base64url')
}

/** Whether a built file is missing or was made from other sources: its fingerprint lies beside it. */
export async function isStale(file: string, sources: Sources): Promise<boolean> {
  try {
    return (await readFile(`${file}.sources`, 'utf8')) !== (await fingerprint(sources))
  } catch {
    return true
  }
}
