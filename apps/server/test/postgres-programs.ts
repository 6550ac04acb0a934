import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import process from 'node:process'

/** Finds a program of the newest PostgreSQL that Debian's packages have installed. */
export const program = (name: string) => globSync(`/usr/lib/postgresql/*/bin/${name}`).toSorted().at(-1)

/** The account to run PostgreSQL's programs as: they refuse root. Empty unless this process is root's. */
export function accountOfPostgres(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (option: string) => Number(spawnSync('id', [option, 'postgres']).stdout.toString())
  return { uid: idOf('-u'), gid: idOf('-g') }
}
