import { savePresence } from '@tagma/server/src/store/people/presence.ts'
import type { Figure, Measurement } from './figure.ts'
import { measure } from './load.ts'
import { makeMembers, startFilled } from './populate.ts'
import type { Running } from './server.ts'

/** Starts a server whose organization has this many users, all recently online. */
const serverWith = (users: number): Promise<Running> =>
  startFilled(async (organization) => {
    await makeMembers(organization, users - 1, {
      settle: async (tx, members) => {
        const seenAt = tx.now - 60
        const rows = members.map(({ id }) => ({
          userId: id,
          activeAt: seenAt,
          seenAt,
          status: 'active' as const,
          updateId: id,
        }))
        await savePresence(tx, rows)
      },
    })
  })

const cpuOf = async (
  server: Running,
  path: string,
  fields: Readonly<Record<string, string>>,
  seconds: number,
): Promise<number> => {
  const load = {
    url: `${server.url}/api/v1${path}`,
    method: 'POST' as const,
    authorization: server.authorization,
    connections: 4,
    seconds,
    body: new URLSearchParams(fields).toString(),
  }
  await measure({ ...load, seconds: 1 }, server.cpuSeconds)
  return (await measure(load, server.cpuSeconds)).cpuMicroseconds / 1000
}

/** Measures presence, and the users' part of the registration response. */
export const people: Measurement = {
  name: 'people',
  title: 'Users and presence',
  async run({ seconds }) {
    const figures: Figure[] = []
    const thousand = await serverWith(1000)
    const ping = { status: 'active', new_user_input: 'true' }
    for (const [name, last, atMost] of [
      ['what is new', '100000000', 0.3],
      ['everybody', '-1', undefined],
    ] as const) {
      figures.push({
        name: `POST /users/me/presence, 1,000 users, ${name}`,
        value: await cpuOf(thousand, '/users/me/presence', { ...ping, last_update_id: last }, seconds),
        unit: 'ms CPU',
        ...(atMost === undefined ? {} : { atMost }),
      })
    }
    await thousand.stop()
    for (const [users, atMost] of [
      [200, 4],
      [10_000, 60],
    ] as const) {
      const server = await serverWith(users)
      figures.push({
        name: `POST /register, users of ${users.toLocaleString('en')}`,
        value: await cpuOf(server, '/register', { event_types: '["realm_user"]' }, seconds),
        unit: 'ms CPU',
        atMost,
      })
      await server.stop()
    }
    return figures
  },
}
