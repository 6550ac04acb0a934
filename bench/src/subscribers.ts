import { createApp } from '@tagma/server/src/app.ts'
import { subscribeUsers } from '@tagma/server/src/areas/channels/subscribe-users.ts'
import { createAccount } from '@tagma/server/src/areas/users/create-account.ts'
import { parseConfig } from '@tagma/server/src/config.ts'
import type { UserRecord } from '@tagma/server/src/directory/records.ts'
import { systemRandom } from '@tagma/server/src/ports/random.ts'
import { listOrganizations } from '@tagma/server/src/store/organizations.ts'
import { sendTo } from './api-loads.ts'
import type { Measurement } from './figure.ts'
import { type Measured, measure, summary } from './load.ts'
import { call } from './seed.ts'
import { type Running, startServer } from './server.ts'

const windows = 6
const counts = [100, 10_000] as const
const batch = 500
const nameOf = (count: number) => `channel of ${count}`

/** A server with a channel for each of the counts, with so many subscribers; nobody is online. */
async function serverWithSubscribers(): Promise<Running> {
  const environment = { TAGMA_SITE_PORT: '0' }
  const first = await startServer({ environment })
  for (const count of counts)
    await call(first, first.authorization, 'POST', '/users/me/subscriptions', {
      subscriptions: JSON.stringify([{ name: nameOf(count) }]),
    })
  await first.stop({ keep: true })
  // Not by the API, which hashes a password for each.
  const app = await createApp(parseConfig({ TAGMA_DATA_DIR: first.dataDir, TAGMA_LOG: 'error' }))
  const [organization] = await listOrganizations(app.services.db)
  if (!organization) throw new Error('The server made no organization')
  const directory = await app.services.directories.get(organization.id)
  for (let made = 1; made < Math.max(...counts); made += batch) {
    await app.services.transact(organization.id, async (tx) => {
      const users: UserRecord[] = []
      for (let index = made; index < made + batch; index++) {
        const name = `user${index}`
        const account = {
          email: `${name}@example.com`,
          fullName: name,
          role: 400,
          passwordHash: null,
        } as const
        users.push(await createAccount(tx, directory, systemRandom, { ...account, channels: [] }))
      }
      for (const count of counts) {
        const channel = directory.channelByName(nameOf(count))
        const joining = users.slice(0, Math.max(0, count - made))
        if (channel && joining.length > 0) await subscribeUsers(tx, directory, joining, [channel])
      }
    })
  }
  await app.close()
  return startServer({ dataDir: first.dataDir, environment })
}

/** What a message costs with many subscribers, beside what it costs with few. */
export const subscribers: Measurement = {
  name: 'subscribers',
  title: 'Sending to many',
  async run({ seconds }) {
    const server = await serverWithSubscribers()
    const measured = new Map<number, Measured[]>(counts.map((count) => [count, []]))
    try {
      // The jobs that follow the log take in that so many have come.
      await measure(
        {
          ...sendTo({ name: nameOf(100), userIds: [], subscribers: [server.authorization] }, server),
          seconds: 2 * seconds,
        },
        server.cpuSeconds,
      )
      await new Promise((resolve) => setTimeout(resolve, 5000))
      for (let window = 0; window < windows; window++) {
        // By turns in either order, because a process is fastest after a while.
        for (const count of window % 2 === 0 ? counts : counts.toReversed()) {
          const channel = { name: nameOf(count), userIds: [], subscribers: [server.authorization] }
          measured.get(count)?.push(await measure({ ...sendTo(channel, server), seconds }, server.cpuSeconds))
        }
      }
    } finally {
      await server.stop()
    }
    const [few, many] = counts.map((count) => summary(measured.get(count) ?? []))
    if (!few || !many) return []
    // What else the machine does makes a window dearer, and none cheaper.
    const [leastFew = 0, leastMany = 0] = counts.map((count) =>
      Math.min(...(measured.get(count) ?? []).map(({ cpuMicroseconds }) => cpuMicroseconds)),
    )
    return [
      {
        name: 'POST /messages to 100 subscribers, nobody online',
        value: few.perSecond,
        unit: '/s',
        load: few,
      },
      {
        name: 'POST /messages to 10,000 subscribers, nobody online',
        value: many.perSecond,
        unit: '/s',
        load: many,
      },
      {
        name: 'CPU that 10,000 subscribers cost more than 100',
        value: (leastMany / leastFew - 1) * 100,
        unit: '%',
        atMost: 10,
        note: `of the cheapest windows: ${leastMany.toFixed(0)} µs against ${leastFew.toFixed(0)} µs`,
      },
    ]
  },
}
