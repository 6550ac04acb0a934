// npm run test:choose
//
// Chooses the test files of the server that `npm test` runs on SQLite only, and writes them to tools/one-engine.json: those
// outside of the store, each of whose statements other files send to PostgreSQL, too. Needs TEST_DATABASE_URL, and as long as
// the tests take. A file that is not in the list runs on both engines: a new one needs nothing, and the list may be old.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import process from 'node:process'
import { startVitest } from 'vitest/node'
import { makeTemplate } from '../apps/server/test/copied-database.ts'
import { dropWhatIsLeft } from '../apps/server/test/drop-what-is-left.ts'
import { type NotedFile, spareFiles } from './spare-files.ts'
import { sweepsOfRules, testsWithoutDatabase } from './without-database.ts'

const url = process.env.TEST_DATABASE_URL
if (!url) throw new Error('TEST_DATABASE_URL names the PostgreSQL to test with.')
const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'tagma-statements-'))
const notes = join(folder, 'notes')
const run = process.pid.toString(36)
Object.assign(process.env, { TEST_ENGINE: 'postgres', TEST_RUN: run, TEST_STATEMENTS: notes })
await makeTemplate()
const cliExclude = [...(await testsWithoutDatabase()), ...sweepsOfRules]
const vitest = await startVitest([], { project: ['server'], cliExclude, watch: false })
const modules = vitest.state.getTestModules()
const milliseconds = new Map(modules.map((module) => [module.relativeModuleId, module.diagnostic().duration]))
const hasFailed = modules.some((module) => !module.ok())
await vitest.close()
await dropWhatIsLeft(url, run)
if (hasFailed) throw new Error('Nothing was written, because tests failed.')

const files = readFileSync(notes, 'utf8')
  .trim()
  .split('\n')
  .map((line): NotedFile => {
    const { file, statements } = JSON.parse(line) as { file: string; statements: string[] }
    const path = relative(root, file)
    return { path, statements: new Set(statements), milliseconds: milliseconds.get(path) ?? 0 }
  })
rmSync(folder, { recursive: true })
const spare = spareFiles(files, ({ path }) => !path.startsWith('apps/server/src/store/'))
writeFileSync(
  join(root, 'tools/one-engine.json'),
  `${JSON.stringify(spare.map(({ path }) => path).toSorted(), null, 2)}\n`,
)
const seconds = (some: readonly NotedFile[]) =>
  Math.round(some.reduce((sum, file) => sum + file.milliseconds, 0) / 1000)
console.log(
  `${spare.length} of ${files.length} files, ${seconds(spare)} of ${seconds(files)} s, run on SQLite only.`,
)
