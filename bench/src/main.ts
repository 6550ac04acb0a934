// npm run bench [-- <measurement> …] [--seconds <n>]
//
// Measures on this machine and prints each figure beside what it should be. Ratios are of one run, in turn.
import { parseArgs } from 'node:util'
import { type Measurement, printFigure } from './figure.ts'
import { foundation } from './foundation.ts'
import { people } from './people.ts'
import { register } from './register.ts'
import { site } from './site.ts'

const measurements: readonly Measurement[] = [foundation, people, register, site]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '3' } },
})
const chosen =
  positionals.length === 0 ? measurements : measurements.filter(({ name }) => positionals.includes(name))
if (chosen.length === 0) {
  console.error(
    `There is no such measurement. Choose from: ${measurements.map(({ name }) => name).join(', ')}`,
  )
  process.exitCode = 1
}
for (const { name, run } of chosen) {
  console.log(`\n${name}`)
  for (const figure of await run({ seconds: Number(values.seconds) })) console.log(`  ${printFigure(figure)}`)
}
