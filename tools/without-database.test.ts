import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { spareOnPostgres, sweepsOfRules, testsWithoutDatabase } from './without-database.ts'

const found = testsWithoutDatabase()

test('a file runs on PostgreSQL, too, if anything that it imports asks for the engine', async () => {
  const without = await found
  expect(without).toEqual(
    expect.arrayContaining([
      'apps/server/src/http/networks.test.ts',
      // They have engines of their own.
      'apps/server/src/store/engines/postgres.test.ts',
      'apps/server/src/store/engines/sqlite.test.ts',
      'apps/server/test/flows/asvs.test.ts',
    ]),
  )
  for (const file of [
    // By an app, a database of its own, a server process, several of them, and by itself.
    'apps/server/src/areas/drafts/endpoints/create-drafts.test.ts',
    'apps/server/src/store/copying/copy-rows.test.ts',
    'apps/server/test/flows/starting-and-stopping.test.ts',
    'apps/server/test/flows/several-processes.test.ts',
    'apps/server/src/store/log/batch.test.ts',
  ])
    expect(without).not.toContain(file)
})

test('each file that runs on one engine only exists, depends on the engine, and has no test for PostgreSQL alone', async () => {
  const without = await found
  for (const file of [...sweepsOfRules, ...spareOnPostgres]) {
    const path = join(import.meta.dirname, '..', file)
    expect({ file, isThere: existsSync(path) }).toEqual({ file, isThere: true })
    expect(without).not.toContain(file)
    expect({ file, text: readFileSync(path, 'utf8') }).toEqual({
      file,
      text: expect.not.stringMatching(/runIf\([^)]*postgres/i) as string,
    })
  }
})
