import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newSchemaName } from '#test/engine.ts'
import { engineSuite } from './engine.suite.ts'
import type { Engine } from './engine.ts'
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
})
