import { createApp } from '@tagma/server/src/app.ts'
import { createAccount } from '@tagma/server/src/areas/users/create-account.ts'
import { parseConfig } from '@tagma/server/src/config.ts'
import { systemRandom } from '@tagma/server/src/ports/random.ts'
import { listOrganizations } from '@tagma/server/src/store/organizations.ts'
import { savePresence } from '@tagma/server/src/store/presence.ts'
import type { Figure, Measurement } from './figure.ts'
import { measure } from './load.ts'
import { type Running, startServer } from './server.ts'

/** A server whose organization has so many users, all of whom were there a minute ago. */
async function serverWith(users: number): Promise<Running> {
  const first = await startServer()
  await first.stop({ keep: true })
  const app = await createApp(parseConfig({ TAGMA_DATA_DIR: first.dataDir, TAGMA_LOG: 'error' }))
  const [organization] = await listOrganizations(app.services.db)
  if (!organization) throw new Error('The server made no organization')
  const directory = await app.services.directories.get(organization.id)
  const { transact } = app.services
  for (let made = 0; made < users - 1;) {
    const batch = Math.min(250, users - 1 - made)
    const from = made
    await transact(organization.id, async (tx) => {
      const seenAt = tx.now - 60
      const ids: number[] = []
      for (let index = 0; index < batch; index++) {
        const name = `user${from + index}`
        const account = {
          email: `${name}@example.com`,
          fullName: name,
          role: 400,
          passwordHash: null,
        } as const
        ids.push((await createAccount(tx, directory, systemRandom, account)).id)
      }
      const rows = ids.map((userId) => ({
        userId,
        activeAt: seenAt,
        seenAt,
        status: 'active' as const,
        updateId: userId,
      }))
      await savePresence(tx, rows)
    })
    made += batch
  }
  await app.close()
  return startServer({ dataDir: first.dataDir })
}

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

/** Presence, and the users' part of the registration response. */
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
