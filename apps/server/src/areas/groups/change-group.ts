import type { Args } from '@tagma/contract/define.ts'
import type { updateUserGroup } from '@tagma/contract/endpoints/groups/update-user-group.ts'
import {
  type UserGroupSetting,
  userGroupSettingNames,
  userGroupSettings,
} from '@tagma/contract/objects/user-group.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/transactions.ts'
import { updateGroup } from '#store/people/user-groups.ts'
import { presentGroup, settingOfGroup } from './present.ts'
import { checkGroupSettingChange } from './require-group-setting.ts'
import { checkGroupName, checkMayManage, findChangeableGroup } from './rules.ts'
import type { GroupActivityBody } from './shape.ts'
import { tellGroup } from './tell-group.ts'

/** PATCH /user_groups/{id}: all of the changes, or a refusal. */
export async function changeGroup(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  { user_group_id, name, description, deactivated, ...args }: Args<typeof updateUserGroup>,
): Promise<void> {
  const group = findChangeableGroup(directory, user_group_id)
  checkMayManage(directory, caller, group)
  const names = {
    ...(name === undefined || name === group.name ? {} : { name }),
    ...(description === undefined || description === group.description ? {} : { description }),
  }
  if (name !== undefined) checkGroupName(directory, name, group.id)
  const changed: Partial<Record<UserGroupSetting, GroupSetting>> = {}
  for (const setting of userGroupSettingNames) {
    const change = args[setting]
    if (!change) continue
    const value = checkGroupSettingChange(
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
  if (Object.keys(names).length > 0 || Object.keys(changed).length > 0)
    tellGroup(tx, group, 'update', { data: { ...names, ...changed } })
  if (comesBack) {
    const body: GroupActivityBody = {
      type: 'user_group',
      op: 'update',
      group_id: group.id,
      data: { deactivated: false },
      group: presentGroup(directory, { ...group, ...names, settings, isDeactivated: false }),
    }
    tx.emit({ ...body }, { everyone: true })
  }
}
