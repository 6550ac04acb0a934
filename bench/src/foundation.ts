import type { Measurement } from './figure.ts'
import { measure, median } from './load.ts'
import { startReference } from './reference-server.ts'
import { startServer } from './server.ts'

const windows = 3

/** Starting, idling, the simplest read and the durable write. */
export const foundation: Measurement = {
  name: 'foundation',
  async run({ seconds }) {
    const first = await startServer()
    await first.stop({ keep: true })
    const server = await startServer({ dataDir: first.dataDir })
    await new Promise((resolve) => setTimeout(resolve, 3000))
    const idle = server.memory()

    const { authorization } = server
    const own = `${server.url}/api/v1/users/me`
    const body = await (await fetch(own, { headers: { authorization } })).text()
    const reference = await startReference(body)
    const send = {
      url: `${server.url}/api/v1/messages`,
      method: 'POST' as const,
      authorization,
      connections: 64,
      seconds,
      body: new URLSearchParams({
        type: 'channel',
        to: 'general',
        topic: 'bench',
        content: 'Hello **world**, how are you today?',
      }).toString(),
    }
    const reads = []
    const bare = []
    const sends = []
    for (let window = 0; window < windows; window++) {
      bare.push(await measure({ url: reference.url, connections: 16, seconds }, reference.cpuSeconds))
      reads.push(await measure({ url: own, authorization, connections: 16, seconds }, server.cpuSeconds))
      sends.push(await measure(send, server.cpuSeconds))
    }
    await reference.stop()
    await server.stop()

    const read = median(reads.map((one) => one.perSecond))
    const bareRead = median(bare.map((one) => one.perSecond))
    const readCpu = median(reads.map((one) => one.cpuMicroseconds ?? 0))
    const bareCpu = median(bare.map((one) => one.cpuMicroseconds ?? 0))
    return [
      {
        name: 'First start, installed, to the first answer',
        value: first.startedIn / 1000,
        unit: 's',
        atMost: 3,
      },
      {
        name: 'Restart with data, to the first answer',
        value: server.startedIn / 1000,
        unit: 's',
        atMost: 1,
      },
      { name: 'Idle memory (PSS), website included', value: idle, unit: 'MiB', atMost: 120 },
      {
        name: 'GET /users/me',
        value: read,
        unit: '/s',
        note: `bare node:http with the same bytes: ${Math.round(bareRead)}/s`,
      },
      {
        name: 'GET /users/me, share of bare node:http by CPU',
        value: (bareCpu / readCpu) * 100,
        unit: '%',
        atLeast: 50,
        note: `${readCpu.toFixed(1)} µs against ${bareCpu.toFixed(1)} µs`,
      },
      {
        name: 'POST /messages, durable, 64 callers',
        value: median(sends.map((one) => one.perSecond)),
        unit: '/s',
        atLeast: 3000,
        note: `p50 ${median(sends.map((one) => one.p50))} ms, p99 ${median(sends.map((one) => one.p99))} ms, ${median(sends.map((one) => one.cpuMicroseconds ?? 0)).toFixed(0)} µs of CPU`,
      },
    ]
  },
}
