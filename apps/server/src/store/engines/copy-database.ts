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

/** Number of rows in each table of a database that nobody writes to. */
export function countRows(file: string): Record<string, number> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    // Tables of the search index are many, and made from messages.
    const tables = database
      .prepare(
        `select name from sqlite_master where type = 'table' and name not like 'sqlite%' and sql not like 'create virtual%'
         and not exists (select 1 from sqlite_master virtual where virtual.sql like 'create virtual%'
           and sqlite_master.name like virtual.name || '\\_%' escape '\\') order by name`,
      )
      .all()
      .map(({ name }) => String(name))
    return Object.fromEntries(
      tables.map((name) => [
        name,
        Number(database.prepare(`select count(*) as rows from "${name}"`).get()?.rows),
      ]),
    )
  } finally {
    database.close()
  }
}

/** Paths and bytes of the uploads that a database names. */
export function uploadsNamedIn(file: string): Map<string, number> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const has = database.prepare(`select 1 from sqlite_master where name = 'attachments'`).get()
    const rows = has ? database.prepare('select path_id, size from attachments').all() : []
    return new Map(rows.map(({ path_id, size }) => [String(path_id), Number(size)]))
  } finally {
    database.close()
  }
}
