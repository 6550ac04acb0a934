// npm run test:hosts [-- --seconds <n>] [--delay <milliseconds>]
//
// Runs three server processes, PostgreSQL and NATS on a host each: network namespaces with a cable of their own, and lines
// that delay each direction. Cuts one process off for a minute while clients write, then NATS, and looks for messages that
// are lost, doubled or out of order. Exits with 1 if it finds any. Where namespaces cannot be made, it says why, and exits
// with 0.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { hostsProblem, worldOfHosts } from '../apps/server/test/hosts/hosts.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, delay: { type: 'string', default: '0.5' } },
})
for (const [name, value] of Object.entries(values)) {
  if (Number(value) >= 0 && value !== '') continue
  console.error(`--${name} is ${value}. Pass a number.`)
  process.exit(1)
}
const problem = hostsProblem()
if (problem !== undefined) {
  console.log(`Several hosts were not tested: ${problem}.`)
  process.exit()
}
console.log(`\nHosts with a delay of ${values.delay} ms each way`)
const [unshare, ...options] = worldOfHosts
const { status } = spawnSync(
  unshare,
  [
    ...options,
    process.execPath,
    join(import.meta.dirname, '../apps/server/test/hosts/hosts-process.ts'),
    values.seconds,
    values.delay,
  ],
  { stdio: 'inherit' },
)
process.exitCode = status ?? 1
