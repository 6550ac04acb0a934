// npm run bench [-- <measurement> …] [--seconds <n>] [--messages <n>]
//
// Measures on this machine and prints each figure beside what it should be. Ratios are of one run, in turn.
// `messages` runs only when it is named; with fewer than a million messages it takes less time.
import { parseArgs } from 'node:util'
import { type Measurement, printFigure } from './figure.ts'
import { foundation } from './foundation.ts'
import { messages } from './measure-messages.ts'
import { people } from './people.ts'
import { register } from './register.ts'
import { site } from './site.ts'

const measurements: readonly Measurement[] = [foundation, messages, people, register, site]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '3' }, messages: { type: 'string', default: '1000000' } },
})
const chosen =
  positionals.length === 0
    ? measurements.filter(({ isLong }) => !isLong)
    : measurements.filter(({ name }) => positionals.includes(name))
const count = Number(values.messages)
if (!Number.isInteger(count) || count < 20_000) {
  console.error('--messages has to be a whole number, 20000 or more.')
  process.exit(1)
}
if (chosen.length === 0) {
  console.error(
    `There is no such measurement. Choose from: ${measurements.map(({ name }) => name).join(', ')}`,
  )
  process.exitCode = 1
}
for (const { name, run } of chosen) {
  console.log(`\n${name}`)
  for (const figure of await run({ seconds: Number(values.seconds), messages: count }))
    console.log(`  ${printFigure(figure)}`)
}
