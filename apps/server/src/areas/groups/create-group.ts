import type { Args } from '@tagma/contract/define.ts'
import type { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import {
  type UserGroupSetting,
  userGroupSettingNames,
  userGroupSettings,
} from '@tagma/contract/objects/user-group.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import { can } from '@tagma/rules/can.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { GroupRecord, UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertGroup, insertGroupMembers, insertSubgroups } from '#store/people/user-groups.ts'
import { presentGroup } from './present.ts'
import { requireGroupSetting } from './require-group-setting.ts'
import { requireUsers } from './require-users.ts'
import { groupNameProblem, requireSubgroups } from './rules.ts'

/** Makes a user group and returns its id. */
export async function createGroup(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  args: Args<typeof createUserGroup>,
): Promise<number> {
  if (!can(directory, caller, 'can_create_groups')) throw badRequest('Insufficient permission')
  const problem = groupNameProblem(directory, args.name)
  if (problem !== undefined) throw badRequest(problem)
  const members = new Set(args.members)
  const subgroups = new Set(args.subgroups)
  requireUsers(directory, [...members])
  requireSubgroups(directory, [...subgroups])
  const settings: Partial<Record<UserGroupSetting, GroupSetting>> = {}
  for (const name of userGroupSettingNames) {
    const value = args[name]
    settings[name] =
      value === undefined
        ? initialSetting(directory, caller, name)
        : requireGroupSetting(directory, name, value, userGroupSettings[name])
  }
  const group: Omit<GroupRecord, 'id'> = {
    managedBy: null,
    externalId: null,
    name: args.name,
    description: args.description,
    isSystem: false,
    isDeactivated: false,
    creatorId: caller.id,
    createdAt: tx.now,
    members,
    subgroups,
    settings,
  }
  const id = await insertGroup(tx, { ...group, creatorId: caller.id })
  await insertGroupMembers(tx, id, [...members])
  await insertSubgroups(tx, id, [...subgroups])
  tx.audit(
    'group.created',
    { kind: 'group', id },
    { members: [...members], subgroups: [...subgroups], settings },
  )
  tx.emit(
    { type: 'user_group', op: 'add', group: presentGroup(directory, { ...group, id }) },
    { everyone: true },
  )
  return id
}

function initialSetting(
  directory: OrganizationDirectory,
  creator: UserRecord,
  name: UserGroupSetting,
): GroupSetting {
  const { initial } = userGroupSettings[name]
  return initial === 'group_creator'
    ? { direct_members: [creator.id], direct_subgroups: [] }
    : directory.systemGroup(initial).id
}
