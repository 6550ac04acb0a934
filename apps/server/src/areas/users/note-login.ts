import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Services } from '#server/call.ts'
import { updateUser } from '#store/users.ts'
import { isoSeconds } from './present.ts'

/** Takes note that a user signed in: somebody who never had counts as joined from now on (feature level 475). */
export async function noteLogin(
  services: Services,
  directory: OrganizationDirectory,
  userId: number,
): Promise<void> {
  if (!directory.users.get(userId)?.awaitsLogin) return
  await services.transact(directory.organization.id, async (tx) => {
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
