import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '#store/sql/db.ts'
import type { Engine, NewLogRow } from './engine.ts'

/** Tests of every engine. `make` opens an empty database, which closing removes. */
export function engineSuite(make: () => Promise<Engine>): void {
  async function scene() {
    const engine = await make()
    onTestFinished(() => engine.close())
    await engine.migrate()
    const lane = engine.laneOf(1)
    const insert = (db: Db, name: string) =>
      db.insertInto('leases').values({ name, holder: 'x', until_ms: 1 }).execute()
    const names = async (db: Db = engine.reader) =>
      (await db.selectFrom('leases').select('name').orderBy('name').execute()).map(({ name }) => name)
    return { engine, lane, insert, names }
  }

  test('what was written is read by the reader and by the searcher', async () => {
    const { engine, lane, insert, names } = await scene()
    expect(await engine.write(lane, async ({ db }) => (await insert(db, 'a'), 'answer'))).toBe('answer')
    expect([await names(), await names(engine.searcher)]).toEqual([['a'], ['a']])
  })

  test('readers see nothing that is not committed, and the body sees what it wrote', async () => {
    const { engine, lane, insert, names } = await scene()
    await engine.write(lane, async ({ db }) => {
      await insert(db, 'a')
      expect([await names(db), await names(), await names(engine.searcher)]).toEqual([['a'], [], []])
    })
  })

  test('a body that throws leaves nothing, and its error comes out', async () => {
    const { engine, lane, insert, names } = await scene()
    const wrong = new Error('wrong')
    const failing = engine.write(lane, async ({ db, appendToLog }) => {
      await insert(db, 'a')
      await appendToLog([logRow])
      throw wrong
    })
    await expect(failing).rejects.toBe(wrong)
    expect(await names()).toEqual([])
    expect(await engine.reader.selectFrom('event_log').select('id').execute()).toEqual([])
  })

  test('a savepoint undoes what came after it, and nothing else', async () => {
    const { engine, lane, insert, names } = await scene()
    await engine.write(lane, async ({ db, savepoint }) => {
      await insert(db, 'before')
      const undone = await savepoint()
      await insert(db, 'undone')
      await undone.undo()
      const kept = await savepoint()
      await insert(db, 'kept')
      await kept.keep()
    })
    expect(await names()).toEqual(['before', 'kept'])
  })

  test('a statement that fails can be undone by its savepoint', async () => {
    const { engine, lane, insert, names } = await scene()
    await engine.write(lane, async ({ db, savepoint }) => {
      await insert(db, 'a')
      const point = await savepoint()
      await expect(insert(db, 'a')).rejects.toThrow(/unique|duplicate/i)
      await point.undo()
      await insert(db, 'b')
    })
    expect(await names()).toEqual(['a', 'b'])
  })

  test('ids of the log grow, in the order of the rows', async () => {
    const { engine, lane } = await scene()
    const append = (count: number) =>
      engine.write(lane, ({ appendToLog }) => appendToLog(Array.from({ length: count }, () => logRow)))
    const ids = [...(await append(3)), ...(await append(2))]
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(new Set(ids).size).toBe(5)
  })

  test('migrating again takes no steps', async () => {
    const { engine } = await scene()
    expect(await engine.migrate()).toEqual([])
  })

  test('a database keeps its identity, which no other has', async () => {
    const [one, other] = [await scene(), await scene()]
    expect(await one.engine.identity()).toBe(await one.engine.identity())
    expect(await one.engine.identity()).not.toBe(await other.engine.identity())
  })

  test('a unique key that exists is told from other errors, and neither means that the database is away', async () => {
    const { engine, lane, insert } = await scene()
    await engine.write(lane, ({ db }) => insert(db, 'a'))
    const errorOf = (work: (db: Db) => Promise<unknown>): Promise<unknown> =>
      engine
        .write(lane, ({ db }) => work(db))
        .then(
          () => undefined,
          (error: unknown) => error,
        )
    const duplicate = await errorOf((db) => insert(db, 'a'))
    const fault = await errorOf((db) => sql`select * from no_such_table`.execute(db))
    expect([duplicate, fault].map((error) => engine.isDuplicate(error))).toEqual([true, false])
    expect([duplicate, fault].map((error) => engine.isUnavailable(error))).toEqual([false, false])
  })
}

const logRow: NewLogRow = {
  organization_id: 1,
  at: 1,
  type: 'typing',
  body: '{}',
  audience: '{}',
  touches: null,
}
