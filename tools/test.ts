// npm test [-- <part of a file's path> …] [vitest's options]
//
// Runs all tests with the server on SQLite, then the server's tests again on PostgreSQL if TEST_DATABASE_URL names one
// (postgres://user@host/database). The last line counts both. Exits with 1 if a test failed or no test ran.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseCLI, startVitest } from 'vitest/node'
import { dropSchemas } from '../apps/server/test/drop-schemas.ts'

/** The result of a run. An error outside of tests counts as a failure. */
interface Count {
  passed: number
  failed: number
  skipped: number
}

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)])
const total: Count = { passed: 0, failed: 0, skipped: 0 }
/** Names of the tests that failed. They are told at the end, where whoever sees only the last lines finds them. */
const failures: string[] = []

// Everything that tests leave in the folder for temporary files is deleted, also after a failure.
const scratch = mkdtempSync(join(tmpdir(), 'tagma-tests-'))
chmodSync(scratch, 0o755)
process.env.TMPDIR = scratch
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))

await run('sqlite', undefined)
const databaseUrl = process.env.TEST_DATABASE_URL
if (databaseUrl) {
  // Names the schemas of this run, to tell them from those of other runs.
  const id = process.pid.toString(36)
  process.env.TEST_RUN = id
  await run('postgres', ['server', 'flows'])
  await dropSchemas(databaseUrl, id)
} else console.log('The server was tested on SQLite only. Set TEST_DATABASE_URL to test PostgreSQL too.\n')

const ran = total.passed + total.failed
if (ran === 0) console.log(`No test ran: nothing matches ${JSON.stringify(filter)}.`)
for (const name of failures) console.log(`✗ ${name}`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
process.exitCode = ran > 0 && total.failed === 0 ? 0 : 1

/** Runs the tests of these projects (or all) with the server on that engine, and adds to the total. */
async function run(engine: 'sqlite' | 'postgres', projects: string[] | undefined): Promise<void> {
  // The server's tests read it; the workers inherit it.
  process.env.TEST_ENGINE = engine
  console.log(`\nThe server on ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`)
  const vitest = await startVitest(filter, {
    ...options,
    watch: false,
    passWithNoTests: true,
    ...(projects && { project: projects }),
  })
  await vitest.close()
  for (const module of vitest.state.getTestModules()) {
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state !== 'pending') total[state]++
      if (state === 'failed') failures.push(`${engine}: ${module.relativeModuleId}: ${test.fullName}`)
    }
    total.failed += module.errors().length
    if (module.errors().length > 0) failures.push(`${engine}: ${module.relativeModuleId}`)
  }
  total.failed += vitest.state.getUnhandledErrors().length
}
