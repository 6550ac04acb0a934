import process from 'node:process'
import { cutOff } from './cut-off.ts'

// Runs inside of `worldOfHosts`.
const [seconds = '60', delay = '0.5'] = process.argv.slice(2)
await cutOff({
  seconds: Number(seconds),
  delay: Number(delay),
  say: (line) => console.log(`  ${line}`),
})
// The services of the hosts end with this process.
process.exit()
