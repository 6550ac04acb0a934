import { createHash } from 'node:crypto'
import { glob, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The folder of this workspace. */
export const siteFolder = dirname(dirname(import.meta.dirname))
const root = dirname(dirname(siteFolder))

/** The sources of a built site, relative to the repository. */
const sources = [
  'apps/site/{content,releases,src,pictures}/**',
  'apps/site/*.json',
  'packages/contract/src/**',
  'package-lock.json',
]

/** Returns a text that changes when a source does: from names, sizes and times of change. */
export async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  const facts: string[] = []
  for await (const path of glob(sources, { cwd: root })) {
    const { mtimeMs, size } = await stat(join(root, path))
    facts.push(`${path} ${size} ${mtimeMs}`)
  }
  for (const fact of facts.toSorted()) hash.update(`${fact}\n`)
  return hash.digest('base64url')
}

/** Whether the built site is missing or was made from other sources. */
export async function isStale(file: string): Promise<boolean> {
  try {
    return (await readFile(`${file}.sources`, 'utf8')) !== (await fingerprint())
  } catch {
    return true
  }
}
