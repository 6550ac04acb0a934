// npm run test:attack [-- <attack> …] [--calls <n>] [--seed <n>]
//
// Attacks server processes on this machine, a new one for each attack. Prints the cost: the server's memory (PSS, with
// its children), its CPU time, and the waits of a user who only reads and writes. Exits with 1 if a bound is broken.
// All attacks are bounded in count and time. Without names, all run, in about ten minutes. --calls is the number of
// calls of `hostile-calls`; for it, TEST_ENGINE=postgres with TEST_DATABASE_URL selects the engine.
import process from 'node:process'
import { parseArgs } from 'node:util'
import type { Attack } from '../apps/server/test/attacks/attack.ts'
import { floodsOfNames } from '../apps/server/test/attacks/floods-of-names.ts'
import { formBombs } from '../apps/server/test/attacks/form-bombs.ts'
import { guessing } from '../apps/server/test/attacks/guessing.ts'
import { hostileCalls } from '../apps/server/test/attacks/hostile-calls.ts'
import { lazyReaders } from '../apps/server/test/attacks/lazy-readers.ts'
import { mailBombs } from '../apps/server/test/attacks/mail-bombs.ts'
import { pictureBombs } from '../apps/server/test/attacks/picture-bombs.ts'
import { runAttack } from '../apps/server/test/attacks/run-attack.ts'
import { slowConnections } from '../apps/server/test/attacks/slow-connections.ts'

const attacks: readonly Attack[] = [
  formBombs,
  floodsOfNames,
  guessing,
  pictureBombs,
  mailBombs,
  lazyReaders,
  slowConnections,
  hostileCalls,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    calls: { type: 'string', default: '200000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
})
const options = { calls: Number(values.calls), seed: Number(values.seed) }
for (const [name, value] of Object.entries(options)) {
  if (Number.isSafeInteger(value) && value >= 0) continue
  console.error(`--${name} is ${value}. Pass a whole number.`)
  process.exit(1)
}
const unknown = positionals.filter((name) => !attacks.some((attack) => attack.name === name))
if (unknown.length > 0) {
  const names = attacks.map(({ name }) => name).join(', ')
  console.error(`There is no attack called ${unknown.join(' or ')}. Choose from: ${names}`)
  process.exit(1)
}

const chosen = attacks.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
for (const attack of chosen) {
  console.log(`\n${attack.name}: ${attack.title}`)
  try {
    const { note, memory, cpuSeconds, waits, broken } = await runAttack(attack, options)
    const mib = (value: number) => value.toFixed(0)
    console.log(
      `  memory ${mib(memory.before)} → ${mib(memory.peak)} → ${mib(memory.after)} MiB, CPU ${cpuSeconds.toFixed(1)} s, ` +
        `ordinary caller p50 ${waits.median.toFixed(1)} ms, p99 ${waits.p99.toFixed(0)} ms, longest ${waits.longest.toFixed(0)} ms`,
    )
    if (note !== '') console.log(`  ${note}`)
    for (const problem of broken) console.log(`  BROKEN: ${problem}`)
    if (broken.length === 0) console.log('  held')
    else process.exitCode = 1
  } catch (error) {
    console.error(`  ${attack.name} could not be run:`, error)
    process.exitCode = 1
  }
}
process.exit()
