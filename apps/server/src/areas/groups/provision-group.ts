import { type UserGroupSetting, userGroupSettingNames } from '@tagma/contract/objects/user-group.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { GroupRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertGroup, updateGroup } from '#store/people/user-groups.ts'
import { applyMembers } from './change-members.ts'
import { usesOf } from './deactivate-group.ts'
import { presentGroup } from './present.ts'
import { groupNameProblem } from './rules.ts'
import { tellGroup } from './tell-group.ts'

// Groups whose members a directory of people decides on. The caller has checked that the directory may do it.

/** A group as a directory of people has it. */
export interface ProvisionedGroup {
  readonly name: string
  readonly externalId: string | null
  readonly members: ReadonlySet<number>
}

/** Makes a group, or brings back the one of this name that the same directory had removed. Returns its id. */
export async function provisionGroup(
  tx: Tx,
  directory: OrganizationDirectory,
  managedBy: string,
  { name, externalId, members }: ProvisionedGroup,
): Promise<number> {
  const former = directory.groupByName(name)
  if (former?.isDeactivated && former.managedBy === managedBy) {
    const group = { ...former, isDeactivated: false }
    await updateGroup(tx, former.id, { isDeactivated: false, externalId })
    tx.audit('group.reactivated', { kind: 'group', id: former.id })
    tx.emit(
      {
        type: 'user_group',
        op: 'update',
        group_id: former.id,
        data: { deactivated: false },
        group: presentGroup(directory, group),
      },
      { everyone: true },
    )
    await changeProvisionedGroup(tx, directory, group, { name, members })
    return former.id
  }
  const problem = groupNameProblem(directory, name)
  if (problem !== undefined) throw badRequest(problem)
  const settings = closedSettings(directory)
  const group = {
    name,
    description: '',
    isSystem: false,
    isDeactivated: false,
    creatorId: null,
    createdAt: tx.now,
    members: new Set<number>(),
    subgroups: new Set<number>(),
    settings,
    managedBy,
    externalId,
  }
  const id = await insertGroup(tx, group)
  tx.audit('group.created', { kind: 'group', id }, { members: [], subgroups: [], settings })
  tx.emit(
    { type: 'user_group', op: 'add', group: presentGroup(directory, { ...group, id }) },
    { everyone: true },
  )
  await changeProvisionedGroup(tx, directory, { ...group, id }, { members })
  return id
}

/** Changes a group: everything that is named, or nothing. */
export async function changeProvisionedGroup(
  tx: Tx,
  directory: OrganizationDirectory,
  group: GroupRecord,
  { name, externalId, members }: Partial<ProvisionedGroup>,
): Promise<void> {
  if (name !== undefined && name !== group.name) {
    const problem = groupNameProblem(directory, name, group.id)
    if (problem !== undefined) throw badRequest(problem)
    await updateGroup(tx, group.id, { name })
    tx.audit('group.changed', { kind: 'group', id: group.id }, { names: ['name'], changes: {} })
    tellGroup(tx, group, { op: 'update', data: { name } })
  }
  if (externalId !== undefined && externalId !== group.externalId)
    await updateGroup(tx, group.id, { externalId })
  if (!members) return
  const added = [...members.difference(group.members)]
  const removed = [...group.members.difference(members)]
  if (added.length + removed.length > 0) await applyMembers(tx, directory, group, { added, removed })
}

/**
 * Empties a group and deactivates it. One that a setting or another group uses stays, and belongs to administrators from
 * now on: otherwise nobody could change what it decides.
 */
export async function removeProvisionedGroup(
  tx: Tx,
  directory: OrganizationDirectory,
  group: GroupRecord,
): Promise<void> {
  await changeProvisionedGroup(tx, directory, group, { externalId: null, members: new Set() })
  if (usesOf(directory, group).length > 0) {
    await releaseProvisionedGroup(tx, directory, { ...group, members: new Set() })
    return
  }
  await updateGroup(tx, group.id, { isDeactivated: true })
  tx.audit('group.deactivated', { kind: 'group', id: group.id })
  tx.emit(
    {
      type: 'user_group',
      op: 'update',
      group_id: group.id,
      data: { deactivated: true },
      group: presentGroup(directory, { ...group, members: new Set(), isDeactivated: true }),
    },
    { everyone: true },
  )
}

/** Gives a group with its members to the administrators: no directory decides on it any more. */
export async function releaseProvisionedGroup(
  tx: Tx,
  directory: OrganizationDirectory,
  group: GroupRecord,
): Promise<void> {
  const administrators = directory.systemGroup('role:administrators').id
  const change: Partial<Record<UserGroupSetting, GroupSetting>> = { can_manage_group: administrators }
  await updateGroup(tx, group.id, {
    managedBy: null,
    externalId: null,
    settings: { ...group.settings, ...change },
  })
  tx.audit(
    'group.changed',
    { kind: 'group', id: group.id },
    {
      names: [],
      changes: { can_manage_group: { from: group.settings.can_manage_group, to: administrators } },
    },
  )
  tellGroup(tx, group, { op: 'update', data: change })
}

/** Permissions of a group that no person changes; everybody may mention it. */
function closedSettings(directory: OrganizationDirectory): Record<string, GroupSetting> {
  const nobody = directory.systemGroup('role:nobody').id
  const everyone = directory.systemGroup('role:everyone').id
  return Object.fromEntries(
    userGroupSettingNames.map((name) => [name, name === 'can_mention_group' ? everyone : nobody]),
  )
}
