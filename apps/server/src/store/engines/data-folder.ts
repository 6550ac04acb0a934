import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The names in a data folder that are the server's own. */
const own = /^(tagma\.db|lock\.db)|^(uploads|mail|incoming|resumable|external-media\.key)$/

/** Rights of the group and of everybody else. */
const othersRights = 0o077

/**
 * Makes the data folder, for its owner's eyes only, and takes away the rights that an earlier version gave to others. A
 * folder that holds other things too, or that everybody shares, keeps its own rights; what the server keeps in it does not.
 */
export function makeDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  for (const path of openToOthers(dataDir)) {
    try {
      chmodSync(path, statSync(path).mode & 0o700)
    } catch (error) {
      // It belongs to somebody else, which `doctor` says, or a running server has just removed it.
      if (!isExpected(error)) throw error
    }
  }
}

/** Paths in a data folder by which other users of the machine may reach what the server keeps; none below a closed folder. */
export function openToOthers(dataDir: string): string[] {
  const { mode } = statSync(dataDir)
  if ((mode & othersRights) === 0) return []
  const names = readdirSync(dataDir)
  const owned = names.filter((name) => own.test(name))
  const isShared = (mode & 0o1000) !== 0 || owned.length < names.length
  return [...(isShared ? [] : [dataDir]), ...owned.map((name) => join(dataDir, name))].filter(
    (path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & othersRights) !== 0,
  )
}

const isExpected = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(EPERM|EROFS|ENOENT)$/.test(String(error.code))
