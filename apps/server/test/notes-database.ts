import { DatabaseSync } from 'node:sqlite'

/** Opens a small database with a table of notes, which is made if it is missing; close it at the end. */
export function notesDatabase(file: string) {
  const database = new DatabaseSync(file)
  database.exec(
    'pragma journal_mode = wal; create table if not exists notes (id integer primary key, text text)',
  )
  return {
    begin: () => database.exec('begin'),
    write: (text: string) => void database.prepare('insert into notes (text) values (?)').run(text),
    read: () =>
      database
        .prepare('select text from notes order by id')
        .all()
        .map(({ text }) => text),
    close: () => database.close(),
  }
}
