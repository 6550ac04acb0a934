import type { Args } from '@tagma/contract/define.ts'
import type { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { ownChoices } from '@tagma/contract/settings/user-settings.ts'
import { isAdministrator } from '@tagma/rules/roles.ts'
import { allMembers } from '#areas/groups/members.ts'
import type { Call } from '#call/call.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import type { AccountChanges } from './change-account.ts'
import { changeSettingsOf } from './change-user-settings.ts'

type Targets = NonNullable<Args<typeof updateSettings>['target_users']>

/** Changes settings of existing people, as an administrator may: everything asked for, or nothing. */
export async function changeForOthers(
  { caller, directory, transact }: Call,
  targets: Targets,
  { full_name, email, old_password, new_password, timezone, ...settings }: AccountChanges,
): Promise<void> {
  if (!isAdministrator(caller))
    throw new Refusal('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator')
  const isPersonal =
    [full_name, email, old_password, new_password, timezone].some((value) => value !== undefined) ||
    [...ownChoices].some((name) => settings[name] !== undefined)
  if (isPersonal) throw badRequest('Cannot change this setting for other users.')
  await transact((tx) =>
    changeSettingsOf(tx, directory, peopleOf(directory, targets), settings, targets.skip_if_already_edited),
  )
}

/** Finds the people that a call means, each once. Throws BAD_REQUEST for ids outside of the organization. */
function peopleOf(directory: OrganizationDirectory, { user_ids, group_ids }: Targets): UserRecord[] {
  const members = group_ids.flatMap((id) => {
    const group = directory.groups.get(id)
    if (!group) throw badRequest(`Invalid user group ID: ${id}`)
    return allMembers(directory, group)
  })
  const people = [...new Set([...user_ids, ...members])].map((id) => {
    const user = directory.users.get(id)
    if (!user) throw badRequest(`Invalid user ID: ${id}`)
    return user
  })
  return people.filter(({ botType }) => botType === null)
}
