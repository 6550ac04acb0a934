import type { ProfileValueChange } from '@tagma/contract/objects/profile-field.ts'
import type { Role } from '@tagma/contract/objects/user.ts'
import { roles } from '@tagma/contract/roles.ts'
import { isOwner } from '@tagma/rules/roles.ts'
import { requireProfileValues } from '#areas/profile-fields/require-profile-values.ts'
import { setProfileValues } from '#areas/profile-fields/set-values.ts'
import { requireProof } from '#areas/sign-in/require-proof.ts'
import type { Call } from '#call/call.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import { badRequest } from '#model/refusal.ts'
import { changeAddress } from './change-address.ts'
import { changeName } from './change-name.ts'
import { changeRole } from './change-role.ts'
import { requireOwnership, requireGrantableRole } from './role-rules.ts'
import { requireUser } from './visibility.ts'

export interface UserChanges {
  readonly full_name?: string | undefined
  readonly role?: Role | undefined
  readonly profile_data?: readonly ProfileValueChange[] | undefined
  readonly new_email?: string | undefined
}

/** Changes a user as an administrator may: everything asked for, or nothing. */
export async function changeUser(call: Call, named: number | string, changes: UserChanges): Promise<void> {
  const { caller, directory, db, services, transact } = call
  const found = await requireUser(db, directory, caller, named)
  if (isSystemBot(found)) throw badRequest('No such user')
  const profile =
    changes.profile_data &&
    (await requireProfileValues(db, directory, { caller, isAdministrator: true }, changes.profile_data))
  const isDanger = changes.role === roles.owner || changes.new_email !== undefined
  if (isDanger && (isOwner(caller) || caller.canChangeUserEmails)) await requireProof(call)
  await transact(async (tx) => {
    const user = directory.users.get(found.id) ?? found
    const actor = directory.users.get(caller.id) ?? caller
    const isNewName = changes.full_name !== undefined && changes.full_name.trim() !== user.fullName
    const isNewEmail = changes.new_email !== undefined && changes.new_email !== user.deliveryEmail
    if (isNewName || isNewEmail) requireOwnership(actor, user.role)
    const isNewRole = changes.role !== undefined && changes.role !== user.role
    if (changes.role !== undefined && isNewRole)
      await changeRole(tx, directory, user, requireGrantableRole(directory, actor, user, changes.role))
    if (changes.full_name !== undefined) await changeName(tx, directory, user, changes.full_name)
    if (changes.new_email !== undefined && isNewEmail) {
      // Mail to the address of an account can set its password: no role is enough for that.
      if (!actor.canChangeUserEmails)
        throw badRequest(
          'User not authorized to change user emails: the permission can_change_user_emails is given by `tagma grant`.',
        )
      await changeAddress(tx, { directory, services }, user, { newEmail: changes.new_email, by: 'account' })
    }
    if (profile) await setProfileValues(tx, user, profile)
  })
}
