import { isoSeconds } from '#areas/users/present.ts'
import type { Call } from '#call/call.ts'
import { findKnownDevice, noteKnownDevice } from '#store/people/known-devices.ts'
import { lastSeenIn, noteNetwork } from '#store/people/sign-in-networks.ts'
import { updateUser } from '#store/people/users.ts'
import type { Device } from './device-cookie.ts'

/** In seconds. A known device or network is written again only after this time. */
const noteEvery = 24 * 3600

/**
 * Notes that a user signed in. From then on, guesses from elsewhere do not count against their device and network. A user
 * who signs in for the first time counts as joined (feature level 475). Returns true if the device or the network is new.
 */
export async function noteLogin(
  { services, directory, now }: Pick<Call, 'services' | 'directory' | 'now'>,
  userId: number,
  { hash: deviceHash, program, network }: Device,
): Promise<boolean> {
  const { db } = services.data
  const seenAt = await lastSeenIn(db, userId, network, now)
  const known = await findKnownDevice(db, { userId, deviceHash, now })
  const isNew = seenAt === undefined || known === undefined
  const isFresh = Math.min(seenAt ?? 0, known?.lastAt ?? 0) > now - noteEvery
  if (isFresh && !directory.users.get(userId)?.awaitsLogin) return isNew
  await services.data.transact(directory.organization.id, async (tx) => {
    await noteNetwork(tx, userId, network)
    await noteKnownDevice(tx, userId, { deviceHash, program, network })
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
  return isNew
}
