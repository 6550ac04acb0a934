import { roles } from '@tagma/contract/objects/user.ts'
import { createAccount } from '@tagma/server/src/areas/accounts/create-account.ts'
import { subscribeUsers } from '@tagma/server/src/areas/channels/subscribe-users.ts'
import type { UserRecord } from '@tagma/server/src/model/records.ts'
import { systemRandom } from '@tagma/server/src/ports/random.ts'
import type { Figure } from './figure.ts'
import type { LargeOrganization } from './large-organization.ts'
import { call } from './seed.ts'
import { startServer } from './server.ts'

const email = 'newcomer@example.com'

/** Creates a member of all channels without unread messages. */
export async function newcomerOf({ app, directory, channels }: LargeOrganization): Promise<UserRecord> {
  return (
    directory.userByEmail(email) ??
    app.services.data.transact(directory.organization.id, async (tx) => {
      const account = { email, fullName: 'newcomer', role: roles.member, passwordHash: null } as const
      const made = await createAccount(tx, directory, systemRandom, account)
      await subscribeUsers(tx, directory, [made], channels)
      return made
    })
  )
}

/** Starts a server on an organization's data and waits until a member has registered. The data must not be open. */
export async function measureRestart(
  { dataDir }: LargeOrganization,
  member: Pick<UserRecord, 'email' | 'apiKey'>,
): Promise<Figure[]> {
  // The first start after a change of the sources bundles them.
  await (await startServer({ dataDir })).stop({ keep: true })
  const server = await startServer({ dataDir })
  try {
    const began = performance.now()
    const authorization = `Basic ${btoa(`${member.email}:${member.apiKey}`)}`
    const state = await call(server, authorization, 'POST', '/register', {})
    const took = performance.now() - began
    const { count } = state.unread_msgs as { count: number }
    return [
      {
        name: 'Restart with these messages, to the first answered POST /register',
        value: (server.startedIn + took) / 1000,
        unit: 's',
        atMost: 1,
        note: `the first answer of all after ${(server.startedIn / 1000).toFixed(2)} s; ${count} unread`,
      },
    ]
  } finally {
    await server.stop({ keep: true })
  }
}
