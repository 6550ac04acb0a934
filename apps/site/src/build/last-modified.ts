import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The days on which sources last changed, from the repository's history. Kept in a file, because a checkout may have no
 * history.
 */
export interface LastModified {
  /** Returns the day for a path, relative to the workspace, or to the repository if it is outside of the workspace. */
  of(path: string): string
}

const fileName = 'last-modified.json'

export function readLastModified(folder: string): LastModified {
  const file = join(folder, fileName)
  const days: Record<string, string> = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
    : {}
  // A path that is newer than the file has at least the newest day in the file.
  const newest = Object.values(days).reduce((latest, day) => (day > latest ? day : latest), '1970-01-01')
  return { of: (path) => days[path] ?? days[`apps/site/${path}`] ?? newest }
}

/** Writes the file from the history of the repository. Returns the number of paths in it. */
export function writeLastModified(folder: string): number {
  const root = dirname(dirname(folder))
  const log = execFileSync(
    'git',
    [
      'log',
      '--format=%x00%cs',
      '--name-only',
      '--',
      'apps/site/content',
      'packages/contract/src',
      'apps/site/configuration.json',
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  )
  const days = new Map<string, string>()
  for (const commit of log.split('\0').slice(1)) {
    const [day = '', ...paths] = commit.split('\n').filter(Boolean)
    for (const path of paths) if (!days.has(path) && existsSync(join(root, path))) days.set(path, day)
  }
  const sorted = Object.fromEntries([...days].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(join(folder, fileName), `${JSON.stringify(sorted, undefined, 1)}\n`)
  return days.size
}
