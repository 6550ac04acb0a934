import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Names in a data folder that belong to the server. */
const own =
  /^(tagma\.db|lock\.db)|^(uploads|mail|incoming|resumable|external-media\.key|backup-names\.key|backup-known\.jsonl|last-backup\.json|proved-backup\.json|restoring)$/

/** Rights of the group and of others. */
const othersRights = 0o077

/**
 * Makes the data folder for its owner only, and takes away the rights that an earlier version gave to others. A folder
 * with other contents, or one that everybody shares, keeps its rights; the server's own files in it do not.
 */
export function makeDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  for (const path of openToOthers(dataDir)) {
    try {
      chmodSync(path, statSync(path).mode & 0o700)
    } catch (error) {
      // The file belongs to another user, which `doctor` reports, or a running server has just deleted it.
      if (!isExpected(error)) throw error
    }
  }
}

/**
 * Paths in a data folder through which other users of the machine can reach the server's files; a closed folder
 * protects all below it.
 */
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
