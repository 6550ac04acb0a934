import { DatabaseSync } from 'node:sqlite'

/** Writes a consistent copy of a database that others may be writing to. The copy must not exist yet. */
export function copyDatabase(from: string, to: string): void {
  const source = new DatabaseSync(from, { readOnly: true })
  try {
    source.prepare('vacuum into ?').run(to)
  } finally {
    source.close()
  }
}

/** Reads a whole database that nobody writes to; returns what is wrong with it, or undefined. */
export function databaseProblem(file: string): string | undefined {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const said = String(database.prepare('pragma integrity_check(1)').get()?.integrity_check)
    return said === 'ok' ? undefined : said.replaceAll(/\s+/g, ' ')
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    database.close()
  }
}
