import { closeSync, openSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const pageSize = 4096

/** Overwrites pages of an SQLite file with bytes that no page begins with. Pages count from 1, as in SQLite. */
export function overwritePages(file: string, pages: readonly number[]): void {
  const open = openSync(file, 'r+')
  for (const page of pages) writeSync(open, Buffer.alloc(pageSize, 0xa5), 0, pageSize, (page - 1) * pageSize)
  closeSync(open)
}

/** Finds the pages of an SQLite file that hold the rows of a table, or the entries of an index, in their order. */
export function leafPages(file: string, name: string): number[] {
  const database = new DatabaseSync(file)
  const pages = database
    .prepare(`select pageno from dbstat where name = ? and pagetype = 'leaf' order by path`)
    .all(name) as { pageno: number }[]
  database.close()
  return pages.map(({ pageno }) => pageno)
}
