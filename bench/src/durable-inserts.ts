import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Measures how many rows a second the embedded database takes, each in a commit that is on disk when it returns. */
export function durableInserts(seconds: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-inserts-'))
  const database = new DatabaseSync(join(folder, 'inserts.db'))
  try {
    database.exec('pragma journal_mode = wal')
    database.exec('pragma synchronous = full')
    database.exec('create table rows (id integer primary key, content text)')
    const insert = database.prepare('insert into rows (content) values (?)')
    const content = 'Hello **world**, how are you today?'
    const ends = performance.now() + seconds * 1000
    let rows = 0
    for (; performance.now() < ends; rows++) insert.run(content)
    return rows / seconds
  } finally {
    database.close()
    rmSync(folder, { recursive: true })
  }
}
