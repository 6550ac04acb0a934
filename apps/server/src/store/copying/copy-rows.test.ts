import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type DatabasePlace, embeddedPlace, otherPlace, postgresPlace } from '#test/database-place.ts'
import { compareTable, copyTable, UnfitText } from './copy-rows.ts'
import { organizationTables } from './organization-rows.ts'
import type { RowSource, RowTarget } from './row-store.ts'

/** Puts two rows into every table of a database. References are not looked at. */
async function fillAll({ engine, target }: DatabasePlace): Promise<void> {
  const rows = await target()
  await rows.begin('nowhere')
  const blobs = await blobColumns()
  for (const table of await rows.tables()) {
    const row = (number: number) =>
      table.columns.map((column) => {
        if (blobs.has(`${table.name}.${column}`)) return Buffer.from([0, 255, number])
        return texts.has(`${table.name}.${column}`) ? `text ${number} "\\N\t\u{1f375}é` : number
      })
    await rows.write(() => rows.insert(table, [row(2), row(1)]))
  }
  await rows.close()
  await sql`select 1`.execute(engine.reader)
}

const texts = new Set<string>()

/** Columns of bytes; fills `texts` with those of texts. */
async function blobColumns(): Promise<Set<string>> {
  const { engine } = await embeddedPlace()
  const { rows } = await sql<{ name: string; type: string }>`
    select m.name || '.' || i.name as name, lower(i.type) as type
    from sqlite_master m join pragma_table_info(m.name) i where m.type = 'table'`.execute(engine.reader)
  for (const { name, type } of rows) if (type === 'text') texts.add(name)
  return new Set(rows.filter(({ type }) => type === 'blob').map(({ name }) => name))
}

async function copyAll(source: RowSource, target: RowTarget): Promise<number> {
  let written = 0
  await target.tables()
  await target.begin('the source')
  for (const table of await source.tables()) written += await copyTable(source, target, table)
  return written
}

test('every row of every table comes over and back as it was', async () => {
  const [first, second, third] = [await embeddedPlace(), await otherPlace(), await embeddedPlace()]
  await fillAll(first)
  const source = await first.rows()
  const [there, back] = [await second.target(), await third.target()]
  const tables = await source.tables()
  expect(tables.map(({ name }) => name)).toEqual((await there.tables()).map(({ name }) => name))
  expect(tables).toEqual(await there.tables())
  for (const { key } of tables) expect(key).not.toEqual([])
  expect(await copyAll(source, there)).toBe(tables.length * 2)
  expect(await copyAll(there, back)).toBe(tables.length * 2)
  for (const table of tables) {
    expect(await compareTable(source, there, table)).toMatchObject({ rows: 2, isEqual: true })
    expect(await compareTable(source, back, table)).toMatchObject({ rows: 2, isEqual: true })
  }
  for (const rows of [source, there, back]) await rows.close()
})

test('a second pass copies only what has changed, and references and ids hold afterwards', async () => {
  const [first, second] = [await embeddedPlace(), await otherPlace()]
  const write = (statement: string) => first.engine.write(0, ({ db }) => sql.raw(statement).execute(db))
  const organization = (id: number, name: string) =>
    write(`insert into organizations (id, uuid, subdomain, name, description, created_at, settings)
      values (${id}, 'u${name}', '${name}', '${name}', '', 1, '{}')`)
  await organization(1, 'a')
  await organization(7, 'b')
  const source = await first.rows()
  const target = await second.target()
  expect(await copyAll(source, target)).toBe(2)
  expect(await copyAll(source, target)).toBe(0)
  await write(`update organizations set subdomain = 'c' where id = 1`)
  await write(`update organizations set subdomain = 'a' where id = 7`)
  await organization(9, 'd')
  await write(`insert into linkifiers (organization_id, position, pattern, url_template, alternative_url_templates)
    values (9, 1, 'x', 'y', '[]')`)
  await write('delete from organizations where id = 7')
  expect(await copyAll(source, target)).toBe(3)
  for (const table of await source.tables())
    expect((await compareTable(source, target, table)).isEqual).toBe(true)
  await target.finish(await source.lastIds())
  const made = await second.engine.write(0, ({ db }) =>
    sql<{
      id: number
    }>`insert into linkifiers (organization_id, position, pattern, url_template, alternative_url_templates)
      values (1, 1, 'x', 'y', '[]') returning id`.execute(db),
  )
  expect(made.rows).toEqual([{ id: 2 }])
  await source.close()
  await target.close()
})

test('a target with rows, or one that is being filled from elsewhere, is refused', async () => {
  const [first, second] = [await embeddedPlace(), await otherPlace()]
  const target = await second.target()
  await target.begin('the source')
  await expect(target.begin('another source')).rejects.toThrow('is being filled from the source')
  await target.close()
  await fillAll(first)
  const full = await first.target()
  await expect(full.begin('the source')).rejects.toThrow('is being filled from nowhere')
  await full.finish(new Map()).catch(() => undefined)
  await full.close()
})

test.runIf(process.env.TEST_ENGINE === 'postgres')('PostgreSQL refuses a NUL by its place', async () => {
  const [first, second] = [await embeddedPlace(), await postgresPlace()]
  await first.engine.write(0, ({ db }) =>
    sql`insert into organizations (id, uuid, subdomain, name, description, created_at, settings)
      values (3, 'u', 's', ${'a\0b'}, '', 1, '{}')`.execute(db),
  )
  const source = await first.rows()
  const target = await second.target()
  await expect(copyAll(source, target)).rejects.toThrow(UnfitText)
  await expect(copyAll(source, target)).rejects.toThrow('a NUL character in name of [3]')
  await source.close()
  await target.close()
})

test('every table of an organization says to which organization its rows belong', async () => {
  const { rows } = await embeddedPlace()
  const source = await rows()
  const tables = organizationTables(await source.tables(), 7)
  expect(tables.find(({ name }) => name === 'users')?.columns).not.toContain('api_key')
  expect(tables.map(({ name, where }) => `${name}: ${where}`)).toEqual(
    expect.arrayContaining([
      'organizations: id = 7',
      'messages: organization_id = 7',
      'reactions: message_id in (select id from messages where organization_id = 7)',
      'drafts: user_id in (select id from users where organization_id = 7)',
    ]),
  )
  await source.close()
})
