// npm test [-- [--all] <part of a file's path> …] [vitest's options]
//
// Runs all tests with the server on SQLite, then the server's tests again on PostgreSQL if TEST_DATABASE_URL names one
// (postgres://user@host/database), except for files that never ask which of the two it is, for sweeps over rules that no
// engine decides, and for tests whose statements others send there, too (`npm run test:choose`). Of the stories of the web
// client, only those on the list docs/stories.md run; `npm run test:web` runs all. `--all` adds all of this, and what
// `npm run test:web -- --all` adds. The last line counts both. Exits with 1 if a test failed or no test ran.
//
// In CI, up to ten files that failed run again, one after the other with nothing beside them, and those that fail again a
// last time. A test that passes then counts as passed and is named as unsteady: it depends on the machine's load, or on
// luck, and wants mending. An error outside of tests (a rejection that nobody handles, a file that cannot be read) counts
// as a failed test of its file.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import process from 'node:process'
import { stripVTControlCharacters } from 'node:util'
import { parseCLI, startVitest, type TestCase } from 'vitest/node'
import { makeTemplate } from '../apps/server/test/copied-database.ts'
import { dropWhatIsLeft } from '../apps/server/test/drop-what-is-left.ts'
import { spareOnPostgres, sweepsOfRules, testsWithoutDatabase } from './without-database.ts'

/** The result of all runs. */
interface Count {
  passed: number
  failed: number
  skipped: number
}

const given = process.argv.slice(2)
const isWhole = given.includes('--all')
if (isWhole) process.env.TEST_WEB = 'all'
const { filter, options } = parseCLI(['vitest', 'run', ...given.filter((argument) => argument !== '--all')])
const total: Count = { passed: 0, failed: 0, skipped: 0 }
/**
 * Names of the tests that failed, each with its first error. They are told at the end, where whoever sees only the last
 * lines finds them.
 */
const failures: string[] = []
const unsteady: string[] = []
/** With more failed files than this, the cause is no bad luck. */
const mostOnceMore = 10
/** How often files that failed run again. */
const mostRounds = 2

// Everything that tests leave in the folder for temporary files is deleted, also after a failure.
const scratch = mkdtempSync(join(tmpdir(), 'tagma-tests-'))
chmodSync(scratch, 0o755)
process.env.TMPDIR = scratch
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))

// Whoever names files or projects gets all that is in them.
const isUsual = !isWhole && filter.length === 0 && options.project === undefined
if (isUsual) process.env.TEST_STORIES = 'named'
await run('sqlite', {})
const databaseUrl = process.env.TEST_DATABASE_URL
if (databaseUrl) {
  // Names the databases and schemas of this run, to tell them from those of other runs.
  const id = process.pid.toString(36)
  process.env.TEST_RUN = id
  const spare = isUsual ? [...spareOnPostgres, ...sweepsOfRules] : []
  const once = [...(await testsWithoutDatabase()), ...spare]
  const cliExclude = [...(options.exclude ?? []), ...once]
  await makeTemplate()
  await run('postgres', { project: ['server', 'flows'], cliExclude })
  await dropWhatIsLeft(databaseUrl, id)
} else console.log('The server was tested on SQLite only. Set TEST_DATABASE_URL to test PostgreSQL too.\n')

const ran = total.passed + total.failed
if (ran === 0) console.log(`No test ran: nothing matches ${JSON.stringify(filter)}.`)
for (const name of unsteady) console.log(`≈ unsteady, passed when run alone: ${name}`)
for (const name of failures) console.log(`✗ ${name}`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
process.exitCode = ran > 0 && total.failed === 0 ? 0 : 1

/** Runs tests with the server on that engine, all or those of a selection, and adds to the total. */
async function run(engine: 'sqlite' | 'postgres', selection: typeof options): Promise<void> {
  // The server's tests read it; the workers inherit it.
  process.env.TEST_ENGINE = engine
  console.log(`\nThe server on ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`)
  const first = await runFiles(filter, { ...options, ...selection })
  const canRunAgain =
    process.env.CI &&
    first.failedFiles.size <= mostOnceMore &&
    first.others.every(({ file }) => file !== undefined)
  const failed = new Map(first.failed)
  const passedLater = new Set<string>()
  let last = first
  const rounds = canRunAgain ? mostRounds : 0
  for (let round = 0; round < rounds && last.failedFiles.size > 0; round++) {
    last = await runFiles([...last.failedFiles], { ...options, ...selection, fileParallelism: false })
    for (const [id, name] of last.failed) failed.set(id, name)
    for (const id of last.passed.keys()) passedLater.add(id)
  }
  for (const [id, name] of failed) {
    const isSteady = !passedLater.has(id)
    if (isSteady) failures.push(`${engine}: ${name}`)
    else unsteady.push(`${engine}: ${name}`)
    total[isSteady ? 'failed' : 'passed']++
  }
  const { others } = last
  for (const error of others) failures.push(named(engine, error))
  const stillFailing = new Set(others.map(({ file }) => file))
  for (const error of first.others) if (!stillFailing.has(error.file)) unsteady.push(named(engine, error))
  total.passed += first.passed.size
  total.failed += others.length
  total.skipped += first.skipped
}

function named(engine: string, { file, message }: OtherError): string {
  return `${engine}: ${file ?? 'no file'}, outside of its tests: ${message.split('\n', 1)[0]}`
}

/** Tests by vitest's ids, which stay the same from run to run, with their names. */
type Tests = ReadonlyMap<string, string>

interface Outcome {
  readonly passed: Tests
  readonly failed: Tests
  readonly failedFiles: ReadonlySet<string>
  readonly skipped: number
  readonly others: readonly OtherError[]
}

/** An error that belongs to no test. */
interface OtherError {
  /** The file that ran, as far as that is known. */
  readonly file: string | undefined
  readonly message: string
}

/** The message and place of a test's first error, or nothing, indented to stand below the test's name. */
function firstError(errors: ReturnType<TestCase['result']>['errors']): string {
  const [error] = errors ?? []
  if (!error) return ''
  const { file, line } = error.stacks?.find((frame) => !frame.file.includes('node_modules')) ?? {}
  const lines = stripVTControlCharacters(error.message).split('\n').slice(0, 8)
  return ['', ...lines, `at ${file && relative(process.cwd(), file)}:${line}`].join('\n    ')
}

async function runFiles(files: string[], only: typeof options): Promise<Outcome> {
  const vitest = await startVitest(files, { ...only, watch: false, passWithNoTests: true })
  await vitest.close()
  const byState = {
    passed: new Map<string, string>(),
    failed: new Map<string, string>(),
    skipped: new Map<string, string>(),
  }
  const failedFiles = new Set<string>()
  const others: OtherError[] = vitest.state.getUnhandledErrors().map((error) => {
    const { message, VITEST_TEST_PATH: path } = error as { message?: unknown; VITEST_TEST_PATH?: string }
    return { file: path && relative(process.cwd(), path), message: String(message) }
  })
  for (const module of vitest.state.getTestModules()) {
    const file = module.relativeModuleId
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'pending') continue
      byState[state].set(test.id, `${file}: ${test.fullName}${firstError(test.result().errors)}`)
      if (state === 'failed') failedFiles.add(file)
    }
    others.push(...module.errors().map(({ message }) => ({ file, message })))
  }
  for (const { file } of others) if (file) failedFiles.add(file)
  return { ...byState, skipped: byState.skipped.size, failedFiles, others }
}
