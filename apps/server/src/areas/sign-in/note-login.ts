import { isoSeconds } from '#areas/users/present.ts'
import type { Call } from '#call/call.ts'
import { networkOf } from '#http/networks.ts'
import { lastSeenIn, noteNetwork } from '#store/people/sign-in-networks.ts'
import { updateUser } from '#store/people/users.ts'

/** In seconds. A known network is written again only after this time. */
const noteEvery = 24 * 3600

/**
 * Notes that a user signed in. From then on, guesses from elsewhere do not count against their network. A user who
 * signs in for the first time counts as joined (feature level 475).
 */
export async function noteLogin(
  { services, directory, address, now }: Pick<Call, 'services' | 'directory' | 'address' | 'now'>,
  userId: number,
): Promise<void> {
  const network = networkOf(address)
  const seenAt = (await lastSeenIn(services.data.db, userId, network, now)) ?? 0
  if (seenAt > now - noteEvery && !directory.users.get(userId)?.awaitsLogin) return
  await services.data.transact(directory.organization.id, async (tx) => {
    await noteNetwork(tx, userId, network)
    const user = directory.users.get(userId)
    if (!user?.awaitsLogin) return
    await updateUser(tx, user.id, { awaits_login: 0, is_imported_stub: 0, joined_at: tx.now })
    tx.emit(
      {
        type: 'realm_user',
        op: 'update',
        person: {
          user_id: user.id,
          date_joined: isoSeconds(tx.now),
          ...(user.isImportedStub ? { is_imported_stub: false } : {}),
        },
      },
      { everyone: true },
    )
  })
}
