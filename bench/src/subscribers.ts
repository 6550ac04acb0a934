import { createChannels } from '@tagma/server/src/areas/channels/create-channels.ts'
import { subscribeUsers } from '@tagma/server/src/areas/channels/subscribe-users.ts'
import { sendTo } from './api-loads.ts'
import type { Measurement } from './figure.ts'
import { type Measured, measure, summary } from './load.ts'
import { makeMembers, publicChannel, startFilled } from './populate.ts'
import type { Running } from './server.ts'

const windows = 6
const counts = [100, 10_000] as const
const nameOf = (count: number) => `channel of ${count}`

/** Starts a server with one channel for each count of subscribers. Nobody is online. */
const serverWithSubscribers = (): Promise<Running> =>
  startFilled(
    async (organization) => {
      const { app, directory, owner } = organization
      const { transact } = app.services.data
      const { id } = directory.organization
      const plans = counts.map((count) => publicChannel(directory, owner, nameOf(count)))
      const channels = await transact(id, (tx) => createChannels(tx, directory, plans))
      await transact(id, (tx) => subscribeUsers(tx, directory, [owner], channels))
      await makeMembers(organization, Math.max(...counts) - 1, {
        from: 1,
        settle: async (tx, users, number) => {
          for (const [index, count] of counts.entries()) {
            const channel = channels[index]
            const joining = users.slice(0, Math.max(0, count - number))
            if (channel && joining.length > 0) await subscribeUsers(tx, directory, joining, [channel])
          }
        },
      })
    },
    { TAGMA_SITE_PORT: '0' },
  )

/** Compares the cost of a message with many subscribers and with few. */
export const subscribers: Measurement = {
  name: 'subscribers',
  title: 'Sending to many',
  async run({ seconds }) {
    const server = await serverWithSubscribers()
    const measured = new Map<number, Measured[]>(counts.map((count) => [count, []]))
    try {
      // Lets the jobs that follow the log process the new subscribers.
      await measure(
        {
          ...sendTo({ name: nameOf(100), userIds: [], subscribers: [server.authorization] }, server),
          seconds: 2 * seconds,
        },
        server.cpuSeconds,
      )
      await new Promise((resolve) => setTimeout(resolve, 5000))
      for (let window = 0; window < windows; window++) {
        // Alternates the order, because a process is fastest after a while.
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
    // Takes the cheapest window, because other work of the machine only adds cost.
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
