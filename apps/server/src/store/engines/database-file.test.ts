import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { leafPages, overwritePages } from '#test/overwrite-pages.ts'
import { DatabaseDamaged } from './database-file.ts'
import type { Engine } from './engine.ts'
import { openSqlite } from './sqlite.ts'

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'test.db')
  const open = () => {
    const engine = openSqlite({ file, durable: false })
    onTestFinished(() => engine.close().catch(() => {}))
    return engine
  }
  return { folder, file, open }
}

const count = async (engine: Engine, table: 'letters' | 'notes') =>
  (
    await sql<{ sum: number }>`select sum(length(text)) as sum from ${sql.table(table)}`.execute(
      engine.reader,
    )
  ).rows[0]?.sum
const write = (engine: Engine) =>
  engine.write(0, ({ db }) => sql`insert into letters (text) values ('x')`.execute(db))

/** Makes a closed database with overwritten pages in the middle of the table of notes. */
async function damaged() {
  const { folder, file, open } = place()
  const engine = open()
  await engine.write(0, async ({ db }) => {
    await sql`create table letters (id integer primary key, text text)`.execute(db)
    await sql`create table notes (id integer primary key, text text)`.execute(db)
    await sql`insert into letters (text) values ('abc')`.execute(db)
    await sql`insert into notes with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 2000)
      select n, 'note ' || hex(zeroblob(100)) from numbers`.execute(db)
  })
  await engine.close()
  const whole = join(folder, 'whole.db')
  copyFileSync(file, whole)
  overwritePages(file, leafPages(file, 'notes').slice(40, 60))
  return { file, whole, open }
}

test('damage becomes known when somebody reads it: nothing is written from then on, the rest is read', async () => {
  const { open } = await damaged()
  const engine = open()
  const heard: string[] = []
  engine.file?.whenDamaged((damage) => heard.push(damage))
  expect(await write(engine)).toBeDefined()
  const refusals = await Promise.allSettled([count(engine, 'notes'), count(engine, 'notes')])
  expect(refusals.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(heard).toEqual([expect.stringContaining('malformed')])
  const refused = await write(engine).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(DatabaseDamaged)
  expect(engine.isUnavailable(refused)).toBe(true)
  expect(await count(engine, 'letters')).toBe(4)
})

test('a search that reads damage makes it known too', async () => {
  const { open } = await damaged()
  const engine = open()
  await expect(sql`select max(text) from notes`.execute(engine.searcher)).rejects.toThrow('malformed')
  expect(engine.file?.damage).toContain('malformed')
})

test('a check finds what nobody has read, and the next start knows it', async () => {
  const { open } = await damaged()
  const engine = open()
  const damage = await engine.file?.check('quick', 1000)
  expect(damage).toMatch(/malformed|btreeInitPage/)
  await engine.close()
  const again = open()
  expect(again.file?.damage).toBe(damage)
  await expect(write(again)).rejects.toThrow('tagma salvage')
  expect(await count(again, 'letters')).toBe(3)
})

test('a full check lets a file that was put in the place of a damaged one be written', async () => {
  const { file, whole, open } = await damaged()
  const engine = open()
  await engine.file?.check('quick', 1000)
  await engine.close()
  copyFileSync(whole, file)
  const restored = open()
  expect(await restored.file?.check('quick', 2000)).toBeDefined()
  expect(await restored.file?.check('full', 2000)).toBeUndefined()
  expect(restored.file?.checkedAt).toBe(2000)
  await write(restored)
  expect(await count(restored, 'letters')).toBe(4)
  expect(existsSync(`${file}-damaged`)).toBe(false)
})

test('a file that is no database is damaged', async () => {
  const { file, open } = place()
  await open().close()
  writeFileSync(file, 'this is no database'.repeat(1000))
  expect(open).toThrow('not a database')
})

test('what was found whole is to be checked again after a stop that was not clean', async () => {
  const { folder, file, open } = place()
  const engine = open()
  await engine.write(0, ({ db }) => sql`create table letters (text text)`.execute(db))
  expect(engine.file?.checkedAt).toBeUndefined()
  await engine.file?.check('quick', 1000)
  // A copy of the files as they are now stands for a killed process.
  const killed = join(folder, 'killed.db')
  for (const part of ['', '-wal', '-checked']) copyFileSync(`${file}${part}`, `${killed}${part}`)
  await engine.close()
  expect(open().file?.checkedAt).toBe(1000)
  const after = openSqlite({ file: killed })
  onTestFinished(() => after.close())
  expect(after.file?.checkedAt).toBeUndefined()
})
