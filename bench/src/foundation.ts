import type { Measurement } from './figure.ts'
import { call } from './seed.ts'
import { startServer } from './server.ts'

const queues = 1000

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Measures starting and idling. */
export const foundation: Measurement = {
  name: 'foundation',
  title: 'Starting and idling',
  async run() {
    const fresh = await startServer()
    await fresh.stop()
    const first = await startServer()
    await first.stop({ keep: true })
    const server = await startServer({ dataDir: first.dataDir })
    await pause(5000)
    const idle = server.memory()

    // A client with its queue: registered, polled once, and waiting. The first ones warm up the server.
    const register = async () => {
      const { queue_id: id } = await call(server, server.authorization, 'POST', '/register', {
        event_types: '["message"]',
      })
      await call(server, server.authorization, 'GET', '/events', {
        queue_id: String(id),
        last_event_id: '-1',
        dont_block: 'true',
      })
    }
    for (let n = 0; n < 200; n++) await register()
    await pause(3000)
    const before = server.memory()
    for (let n = 0; n < queues; n++) await register()
    await pause(3000)
    const after = server.memory()
    await server.stop()
    return [
      {
        name: 'First start with new data, to the first answer',
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
      { name: 'Idle memory (PSS) of all processes, website included', value: idle, unit: 'MiB', atMost: 120 },
      {
        name: 'Memory of an idle queue',
        value: Math.max(0, ((after - before) * 1024) / queues),
        unit: 'KiB',
        atMost: 16,
      },
    ]
  },
}
