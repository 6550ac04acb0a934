import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Sorter } from '@tagma/importers/sorter.ts'

const itemsAtOnce = 1000

/** Sorts in a file below a folder, which is there while the sorting lasts. */
export class DiskSorter implements Sorter {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async *inOrder<T>(items: AsyncIterable<readonly [time: number, item: T]>): AsyncGenerator<T> {
    const folder = mkdtempSync(join(this.#folder, 'sorting-'))
    const db = new DatabaseSync(join(folder, 'items.db'))
    try {
      db.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -16000')
      db.exec(
        'create table items (time real, number integer, json text, primary key (time, number)) without rowid',
      )
      const insert = db.prepare('insert into items values (?, ?, ?)')
      let number = 0
      db.exec('begin')
      for await (const [time, item] of items) {
        insert.run(time, number++, JSON.stringify(item))
        if (number % itemsAtOnce === 0) db.exec('commit; begin')
      }
      db.exec('commit')
      for (const row of db.prepare('select json from items order by time, number').iterate())
        yield JSON.parse(String(row.json)) as T
    } finally {
      db.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
