// Runs the server with a clock that a story sets forward: by a minute with each SIGUSR2.

import { systemClock } from '#ports/clock.ts'

const minute = 60_000
let ahead = 0
const { now, elapsed } = systemClock
Object.assign(systemClock, { now: () => now() + ahead, elapsed: () => elapsed() + ahead })
process.on('SIGUSR2', () => {
  ahead += minute
  console.log(`The clock is ${ahead / minute} minutes ahead.`)
})

await import('#server/main.ts')
