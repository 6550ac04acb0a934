import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { must } from '#model/must.ts'
import type { Db } from '#store/sql/db.ts'
import { newSchemaName } from '#test/copied-database.ts'
import { engineSuite } from './engine.suite.ts'
import { type Engine, Overtaken } from './engine.ts'
import { openPostgres } from './postgres.ts'

const url = process.env.TEST_DATABASE_URL ?? ''

async function openEmpty(): Promise<Engine> {
  const schema = newSchemaName()
  const engine = await openPostgres({ url, schema, connections: 4 })
  return {
    ...engine,
    async close() {
      await sql`drop schema ${sql.id(schema)} cascade`.execute(engine.reader)
      await engine.close()
    },
  }
}

describe.runIf(url !== '')('PostgreSQL', () => {
  engineSuite(openEmpty)

  test('writes of one lane wait for each other, whoever asks for them', async () => {
    const engine = await openEmpty()
    onTestFinished(() => engine.close())
    await engine.migrate()
    const steps: string[] = []
    const write = (name: string) =>
      engine.write(engine.laneOf(1), async ({ db }) => {
        steps.push(name)
        await sql`select 1`.execute(db)
        steps.push(name)
      })
    await Promise.all([write('a'), write('b'), write('c')])
    const begun = steps.filter((_, index) => index % 2 === 0)
    expect(begun).toEqual(steps.filter((_, index) => index % 2 === 1))
    expect(begun.toSorted()).toEqual(['a', 'b', 'c'])
  })

  test('a transaction beside the lanes reads one state while others write, and keeps what it inserts', async () => {
    const engine = await openEmpty()
    onTestFinished(() => engine.close())
    await engine.migrate()
    const beside = must(engine.beside, 'PostgreSQL reads beside the lanes')
    const insert = (db: Db, name: string) =>
      db.insertInto('leases').values({ name, holder: 'x', until_ms: 1 }).execute()
    const names = async (db: Db) =>
      (await db.selectFrom('leases').select('name').orderBy('name').execute()).map(({ name }) => name)
    await engine.write(engine.laneOf(1), ({ db }) => insert(db, 'before'))
    const seen = await beside(async (db) => {
      const first = await names(db)
      await engine.write(engine.laneOf(1), (transaction) => insert(transaction.db, 'meanwhile'))
      await insert(db, 'beside')
      return [first, await names(db)]
    })
    expect(seen).toEqual([['before'], ['before', 'beside']])
    expect(await names(engine.reader)).toEqual(['before', 'beside', 'meanwhile'])
    const wrong = new Error('wrong')
    const failing = beside(async (db) => {
      await insert(db, 'undone')
      throw wrong
    })
    await expect(failing).rejects.toBe(wrong)
    // A row that a later commit has changed cannot be changed here.
    const overtaken = beside(async (db) => {
      await names(db)
      await engine.write(engine.laneOf(1), (transaction) =>
        transaction.db.updateTable('leases').set({ until_ms: 2 }).execute(),
      )
      await db.updateTable('leases').set({ until_ms: 3 }).execute()
    })
    await expect(overtaken).rejects.toBeInstanceOf(Overtaken)
    expect(await names(engine.reader)).toEqual(['before', 'beside', 'meanwhile'])
  })
})
