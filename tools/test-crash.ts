// npm run test:crash [-- --rounds <n>] [--writers <n>] [--seed <n>] [--import | --move]
//
// Kills a server again and again while clients write (with --import, an import; with --move, a move), on SQLite and then on PostgreSQL if
// TEST_DATABASE_URL is set. Looks for acknowledged messages that are lost, duplicated or incomplete (with --import, for
// imports that end otherwise than without a kill; with --move, for rows that are not as they were), and exits with 1 if it finds any. The printed seed repeats the same
// moments.
import { parseArgs } from 'node:util'
import { crashRounds } from '../apps/server/test/crash/crash-rounds.ts'
import { importRounds } from '../apps/server/test/crash/import-rounds.ts'
import { moveRounds } from '../apps/server/test/crash/move-rounds.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    writers: { type: 'string', default: '16' },
    import: { type: 'boolean', default: false },
    move: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
  },
})
const numbers = {
  rounds: Number(values.rounds),
  writers: Number(values.writers),
  seed: Number(values.seed),
}
for (const [name, value] of Object.entries(numbers)) {
  if (Number.isSafeInteger(value) && value >= (name === 'seed' ? 0 : 1)) continue
  console.error(`--${name} is ${value}. Pass a whole number.`)
  process.exit(1)
}

const engines = process.env.TEST_DATABASE_URL ? ['sqlite', 'postgres'] : ['sqlite']
for (const engine of engines) {
  process.env.TEST_ENGINE = engine
  console.log(`\nCrashes on ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, seed ${numbers.seed}`)
  try {
    const say = (line: string) => console.log(`  ${line}`)
    if (values.import) {
      await importRounds({ ...numbers, say })
      continue
    }
    if (values.move) {
      await moveRounds({ ...numbers, say })
      continue
    }
    const count = await crashRounds({ ...numbers, say })
    console.log(`  ${count} messages in ${numbers.rounds} rounds: none lost, duplicated or incomplete.`)
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
}
if (engines.length === 1)
  console.log('Crashes were tested on SQLite only. Set TEST_DATABASE_URL to test PostgreSQL too.')
