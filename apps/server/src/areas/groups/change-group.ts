import type { Args } from '@tagma/contract/define.ts'
import type { updateUserGroup } from '@tagma/contract/endpoints/groups/update-user-group.ts'
import {
  type UserGroupSetting,
  userGroupSettingNames,
  userGroupSettings,
} from '@tagma/contract/objects/user-group.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { changesBetween } from '#model/audit.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { updateGroup } from '#store/people/user-groups.ts'
import { presentGroup, settingOfGroup } from './present.ts'
import { requireGroupSettingChange } from './require-group-setting.ts'
import { groupNameProblem, requireManagedGroup } from './rules.ts'
import { tellGroup } from './tell-group.ts'

/** Changes a group (PATCH /user_groups/{id}): all changes, or a refusal. */
export async function changeGroup(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  { user_group_id, name, description, deactivated, ...args }: Args<typeof updateUserGroup>,
): Promise<void> {
  const group = requireManagedGroup(directory, caller, user_group_id)
  const names = {
    ...(name === undefined || name === group.name ? {} : { name }),
    ...(description === undefined || description === group.description ? {} : { description }),
  }
  const problem = name === undefined ? undefined : groupNameProblem(directory, name, group.id)
  if (problem !== undefined) throw badRequest(problem)
  const changed: Partial<Record<UserGroupSetting, GroupSetting>> = {}
  for (const setting of userGroupSettingNames) {
    const change = args[setting]
    if (!change) continue
    const value = requireGroupSettingChange(
      directory,
      setting,
      settingOfGroup(directory, group, setting),
      change,
      userGroupSettings[setting],
    )
    if (value !== undefined) changed[setting] = value
  }
  const settings = { ...group.settings, ...changed }
  const comesBack = group.isDeactivated && deactivated === false
  await updateGroup(tx, group.id, { ...names, settings, ...(comesBack ? { isDeactivated: false } : {}) })
  const target = { kind: 'group', id: group.id } as const
  if (Object.keys(names).length > 0 || Object.keys(changed).length > 0) {
    const detail = { names: Object.keys(names), changes: changesBetween(group.settings, settings) }
    tx.audit('group.changed', target, detail)
    tellGroup(tx, group, { op: 'update', data: { ...names, ...changed } })
  }
  if (comesBack) {
    tx.audit('group.reactivated', target)
    tx.emit(
      {
        type: 'user_group',
        op: 'update',
        group_id: group.id,
        data: { deactivated: false },
        group: presentGroup(directory, { ...group, ...names, settings, isDeactivated: false }),
      },
      { everyone: true },
    )
  }
}
