import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { leafPages, overwritePages } from '#test/overwrite-pages.ts'
import { salvage } from './salvage.ts'

/** Makes a database with 4,000 notes, each with three tags, and an index of words; returns it with its folder. */
function notes() {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-salvage-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'notes.db')
  const database = new DatabaseSync(file)
  database.exec(`
    create table users (id integer primary key autoincrement, name text not null);
    create table notes (id integer primary key autoincrement, user_id integer not null, text text not null);
    create table tags (note_id integer not null references notes (id), tag text not null, primary key (note_id, tag)) without rowid;
    create index notes_by_text on notes (text);
    create virtual table message_search using fts5(tokens, content='', contentless_delete=1, detail=none);
    insert into users (name) values ('Ada'), ('Otto'), ('Iris');
    insert into users (id, name) values (900, 'Gone');
    delete from users where id = 900;
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 4000)
      insert into notes (user_id, text) select 1 + n % 3, 'note ' || n || ' ' || hex(zeroblob(200)) from numbers;
    insert into tags select id, tag from notes, (select 'a' as tag union select 'b' union select 'c');
    insert into message_search (rowid, tokens) select id, text from notes;
  `)
  database.close()
  return { file, copy: join(folder, 'copy.db') }
}

test('all rows of a whole database are copied', () => {
  const { file, copy } = notes()
  expect(salvage(file, copy)).toEqual([
    { name: 'users', saved: 3, lost: 0, orphaned: 0 },
    { name: 'notes', saved: 4000, lost: 0, orphaned: 0 },
    { name: 'tags', saved: 12_000, lost: 0, orphaned: 0 },
  ])
  const copied = new DatabaseSync(copy)
  expect(copied.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  expect({ ...copied.prepare("select seq from sqlite_sequence where name = 'users'").get() }).toEqual({
    seq: 900,
  })
  copied.close()
})

test('what lies around overwritten pages is saved, what belonged to it goes with it, and both are counted', () => {
  const { file, copy } = notes()
  const leaves = leafPages(file, 'notes')
  const bad = [...leaves.slice(100, 120), ...leaves.slice(200, 240), ...leafPages(file, 'tags').slice(20, 21)]
  overwritePages(file, bad)
  const damaged = new DatabaseSync(file)
  expect(() => damaged.prepare('select * from notes').all()).toThrow('malformed')
  damaged.close()

  const [users, kept, tags] = salvage(file, copy)

  expect(users).toEqual({ name: 'users', saved: 3, lost: 0, orphaned: 0 })
  // Sixty pages of the table; all pages have the same number of rows.
  const perPage = 4000 / leaves.length
  expect(kept?.lost).toBeGreaterThan(55 * perPage)
  expect(kept?.lost).toBeLessThan(65 * perPage)
  expect((kept?.saved ?? 0) + (kept?.lost ?? 0)).toBe(4000)
  expect(tags?.orphaned).toBeGreaterThan(0)
  const copied = new DatabaseSync(copy)
  expect(copied.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  expect(copied.prepare('pragma foreign_key_check').all()).toEqual([])
  // The rows behind the last bad page are there too.
  expect({ ...copied.prepare('select max(id) as id from notes').get() }).toEqual({ id: 4000 })
  expect({ ...copied.prepare('select count(*) as count from notes').get() }).toEqual({ count: kept?.saved })
  copied.close()
})

test('rows behind a bad page of a table without ids are found again', () => {
  const { file, copy } = notes()
  const leaves = leafPages(file, 'tags')
  overwritePages(file, [leaves[3] ?? 0, leaves[9] ?? 0, leaves[10] ?? 0])
  const tags = salvage(file, copy).at(-1)
  const perPage = 12_000 / leaves.length
  expect(12_000 - (tags?.saved ?? 0)).toBeLessThan(5 * perPage)
  const copied = new DatabaseSync(copy)
  expect({ ...copied.prepare('select max(note_id) as id from tags').get() }).toEqual({ id: 4000 })
  copied.close()
})
