import { existsSync, globSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Milliseconds after which a bundle goes where nobody can tell if a process runs from it. */
const longAgo = 30 * 86_400_000

/**
 * Deletes the bundles in a folder that no process runs from, other than the one with a name. A server that runs from an
 * older one still loads parts of it: it may be restarted hours after an update, and other commands run before that.
 */
export function deleteUnusedBundles(kept: string, present: string): void {
  for (const name of globSync('*', { cwd: kept })) {
    // Names with a point are still being made.
    if (name === present || name.includes('.')) continue
    const folder = join(kept, name)
    if (!isInUse(folder)) rmSync(folder, { recursive: true, force: true })
  }
}

function isInUse(folder: string): boolean {
  // Linux alone says what runs.
  if (!existsSync('/proc/self/cmdline')) return Date.now() - statSync(folder).mtimeMs < longAgo
  return globSync('/proc/[0-9]*/cmdline').some((file) => {
    try {
      return readFileSync(file, 'utf8').includes(`${folder}/`)
    } catch {
      // It has ended meanwhile.
      return false
    }
  })
}
