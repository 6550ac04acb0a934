import { isFullMemberAt } from '@tagma/rules/full-member.ts'
import { tellActivity } from '#areas/channels/tell-activity.ts'
import { hasConsented } from '#areas/exports/consents.ts'
import { tellConsent } from '#areas/exports/tell-consent.ts'
import { tellSettingsNaming } from '#areas/groups/tell-settings-naming.ts'
import { tellGroupsOf, tellSystemGroups } from '#areas/groups/tell-system-groups.ts'
import { forgetDevices } from '#areas/push/change-device.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { must } from '#model/must.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { updateUser } from '#store/people/users.ts'

interface Parts {
  readonly directory: OrganizationDirectory
  readonly services: Services
  /** Undefined where no person calls; then the user is no bot. */
  readonly caller: UserRecord | undefined
}

/**
 * Lets a deactivated user in again, and tells everybody. The user signs in for a new API key and registers their phones
 * again, because the old ones may be the reason for the deactivation. A bot whose owner is gone belongs to the caller
 * from now on.
 */
export async function reactivateUser(
  tx: Tx,
  { caller, directory, services }: Parts,
  user: UserRecord,
): Promise<void> {
  if (user.isActive) return
  if (user.isDeleted) throw badRequest('The data of this user was removed: they cannot be reactivated.')
  const isFullMember = isFullMemberAt(directory, user, tx.now)
  const owner = user.botOwnerId === null ? undefined : directory.users.get(user.botOwnerId)
  const needsOwner = user.botType !== null && !owner?.isActive
  const newOwner = needsOwner ? must(caller, 'a bot comes back by a person').id : undefined
  await forgetDevices(tx, user.id)
  await updateUser(tx, user.id, {
    is_active: 1,
    api_key: services.time.random.token(32),
    key_has_step: 0,
    is_full_member: isFullMember ? 1 : 0,
    ...(newOwner === undefined ? {} : { bot_owner_id: newOwner }),
  })
  tx.audit('user.reactivated', { kind: 'user', id: user.id })
  tx.emit(
    { type: 'realm_user', op: 'update', person: { user_id: user.id, is_active: true } },
    { everyone: true },
  )
  if (newOwner !== undefined) {
    tx.audit('bot.owner', { kind: 'user', id: user.id }, { from: user.botOwnerId, to: newOwner })
    tx.emit(
      { type: 'realm_user', op: 'update', person: { user_id: user.id, bot_owner_id: newOwner } },
      { everyone: true },
    )
  }
  await tellActivity(tx, directory, user, true)
  if (user.botType === null && hasConsented(user)) tellConsent(tx, directory, user.id, true)
  tellSystemGroups(tx, directory, user, { ...user, isFullMember, isActive: true })
  tellGroupsOf(tx, directory, user, 'add_members')
  tellSettingsNaming(tx, directory, [{ ...user, isActive: true }])
}
