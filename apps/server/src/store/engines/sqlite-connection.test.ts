import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from './sqlite.ts'

async function engineWithWords() {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-connection-'))
  const engine = openSqlite({ file: join(folder, 'test.db'), durable: false })
  onTestFinished(async () => {
    await engine.close()
    rmSync(folder, { recursive: true })
  })
  await engine.write(0, ({ db }) => sql`create table words (word text)`.execute(db))
  const words = async (db = engine.reader) =>
    (await sql<{ word: string }>`select word from words`.execute(db)).rows.map(({ word }) => word)
  return { engine, words }
}

test('rows have the columns that tables have now', async () => {
  const { engine } = await engineWithWords()
  const all = () => engine.write(0, async ({ db }) => (await sql`select * from words`.execute(db)).rows)
  await engine.write(0, ({ db }) => sql`insert into words values ('loom')`.execute(db))
  expect(await all()).toEqual([{ word: 'loom' }])
  await engine.write(0, ({ db }) => sql`alter table words add column length integer`.execute(db))
  expect(await all()).toEqual([{ word: 'loom', length: null }])
  await engine.write(0, ({ db }) => sql`alter table words rename column word to name`.execute(db))
  expect(await all()).toEqual([{ name: 'loom', length: null }])
})

test('readers see what is committed, before, while and after somebody writes', async () => {
  const { engine, words } = await engineWithWords()
  await engine.write(0, async ({ db }) => {
    await sql`insert into words values ('loom')`.execute(db)
    expect(await words(db)).toEqual(['loom'])
    expect(await words()).toEqual([])
  })
  expect(await words()).toEqual(['loom'])
  const failing = engine.write(0, async ({ db }) => {
    await sql`insert into words values ('weft')`.execute(db)
    throw new Error('No')
  })
  await expect(failing).rejects.toThrow('No')
  expect(await words()).toEqual(['loom'])
})
