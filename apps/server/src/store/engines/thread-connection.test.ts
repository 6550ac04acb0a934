import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from './sqlite.ts'

async function engineWithRows() {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-thread-'))
  const engine = openSqlite({ file: join(folder, 'test.db'), durable: false })
  onTestFinished(async () => {
    await engine.close()
    rmSync(folder, { recursive: true })
  })
  await engine.write(0, ({ db }) => sql`create table words (word text)`.execute(db))
  const add = (word: string) =>
    engine.write(0, ({ db }) => sql`insert into words values (${word})`.execute(db))
  const words = async () =>
    (await sql<{ word: string }>`select word from words`.execute(engine.searcher)).rows.map(
      ({ word }) => word,
    )
  return { engine, add, words }
}

test('a search sees whatever was committed before it', async () => {
  const { add, words } = await engineWithRows()
  expect(await words()).toEqual([])
  await add('loom')
  expect(await words()).toEqual(['loom'])
  await add('weft')
  expect(await Promise.all([words(), words()])).toEqual([
    ['loom', 'weft'],
    ['loom', 'weft'],
  ])
})

test('a search that takes long holds up nobody', async () => {
  const { engine } = await engineWithRows()
  let turns = 0
  const turn = () => {
    turns++
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  const { rows } = await sql<{ count: number }>`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1000000)
    select count(*) as count from numbers
  `.execute(engine.searcher)
  clearImmediate(next)
  expect(rows).toEqual([{ count: 1_000_000 }])
  expect(turns).toBeGreaterThan(10)
})

test('what is wrong with a search is said, and the next one works; it can write nothing', async () => {
  const { engine, add, words } = await engineWithRows()
  await expect(sql`select * from nowhere`.execute(engine.searcher)).rejects.toThrow('no such table: nowhere')
  await expect(sql`delete from words returning word`.execute(engine.searcher)).rejects.toThrow('readonly')
  await add('loom')
  expect(await words()).toEqual(['loom'])
})
