import { tellKnowledge } from '#areas/channels/tell-knowledge.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { GroupRecord, UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import {
  deleteGroupMembers,
  deleteSubgroups,
  insertGroupMembers,
  insertSubgroups,
} from '#store/people/user-groups.ts'
import { allSubgroups } from './members.ts'
import { tellMembership } from './notices.ts'
import { requireUsers } from './require-users.ts'
import {
  mayAddMembers,
  mayAddOthers,
  mayManageGroup,
  mayRemoveMembers,
  requireSubgroups,
  findChangeableGroup,
} from './rules.ts'
import { tellGroup } from './tell-group.ts'

export interface MemberChange {
  readonly add?: readonly number[]
  readonly remove?: readonly number[]
  readonly addSubgroups?: readonly number[]
  readonly removeSubgroups?: readonly number[]
}

/** Adds and removes members and subgroups of a group, all or none. */
export async function changeMembers(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  groupId: number,
  { add = [], remove = [], addSubgroups = [], removeSubgroups = [] }: MemberChange,
): Promise<void> {
  const group = findChangeableGroup(directory, groupId)
  if (add.length + remove.length + addSubgroups.length + removeSubgroups.length === 0)
    throw badRequest('Nothing to do: name users to add or to remove.')
  if (group.managedBy !== null)
    throw badRequest(
      group.managedBy.startsWith('scim:')
        ? 'The members of this group are provisioned by SCIM: change them in your directory of people.'
        : 'The members of this group follow the service or directory that people sign in with: change them there.',
    )
  const added = [...new Set(add)]
  const removed = [...new Set(remove)]
  const isAllowed =
    mayAddMembers(directory, caller, group, added) &&
    mayRemoveMembers(directory, caller, group, removed) &&
    (addSubgroups.length === 0 || mayAddOthers(directory, caller, group)) &&
    (removeSubgroups.length === 0 || mayManageGroup(directory, caller, group))
  if (!isAllowed) throw badRequest('Insufficient permission')
  requireUsers(directory, added)
  for (const id of added)
    if (group.members.has(id)) throw badRequest(`User ${id} is already a member of this group`)
  for (const id of removed)
    if (!group.members.has(id)) throw badRequest(`User ${id} is not a member of this group`)
  const subgroups = [...new Set(addSubgroups)]
  requireNesting(directory, group, subgroups, removeSubgroups)

  await applyMembers(tx, directory, group, { added, removed, subgroups, formerSubgroups: removeSubgroups })
  await tellMembership(tx, directory, caller, group, 'added you to the group', added)
  await tellMembership(tx, directory, caller, group, 'removed you from the group', removed)
}

/** Puts users and subgroups into a group and takes others out, and tells everybody. The caller has checked all of them. */
export async function applyMembers(
  tx: Tx,
  directory: OrganizationDirectory,
  group: GroupRecord,
  change: {
    readonly added: readonly number[]
    readonly removed: readonly number[]
    readonly subgroups?: readonly number[]
    readonly formerSubgroups?: readonly number[]
  },
): Promise<void> {
  const { added, removed, subgroups = [], formerSubgroups = [] } = change
  tx.audit(
    'group.members',
    { kind: 'group', id: group.id },
    { added, removed, added_subgroups: subgroups, removed_subgroups: formerSubgroups },
  )
  // Clients count deactivated users as members once they are back.
  const isActive = (id: number) => directory.users.get(id)?.isActive ?? false
  await addMembers(tx, group, added.filter(isActive))
  await insertGroupMembers(
    tx,
    group.id,
    added.filter((id) => !isActive(id)),
  )
  await deleteGroupMembers(tx, group.id, removed)
  await insertSubgroups(tx, group.id, subgroups)
  await deleteSubgroups(tx, group.id, formerSubgroups)
  const gone = new Set(removed)
  const next: GroupRecord = {
    ...group,
    members: new Set([...group.members, ...added].filter((id) => !gone.has(id))),
    subgroups: new Set([...group.subgroups, ...subgroups].filter((id) => !formerSubgroups.includes(id))),
  }
  const former = [...new Set(formerSubgroups)]
  if (removed.length > 0) tellGroup(tx, group, { op: 'remove_members', user_ids: removed })
  if (subgroups.length > 0) tellGroup(tx, group, { op: 'add_subgroups', direct_subgroup_ids: subgroups })
  if (former.length > 0) tellGroup(tx, group, { op: 'remove_subgroups', direct_subgroup_ids: former })
  // Groups decide who may know of private channels. Nobody else's knowledge follows from members alone.
  const hasNesting = subgroups.length + former.length > 0
  await tellKnowledge(
    tx,
    directory,
    directory.with({ group: next }),
    hasNesting ? undefined : [...added, ...removed],
  )
}

/**
 * Puts users into a group and tells everybody. The caller tells the users which channels they may know now, unless the
 * accounts are new: those have no client yet.
 */
export async function addMembers(
  tx: Tx,
  group: Pick<GroupRecord, 'id' | 'isDeactivated'>,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return
  await insertGroupMembers(tx, group.id, userIds)
  tellGroup(tx, group, { op: 'add_members', user_ids: [...userIds] })
}

/** Refuses subgroups that are already there, are not there, or would make a group contain itself. */
function requireNesting(
  directory: OrganizationDirectory,
  group: GroupRecord,
  add: readonly number[],
  remove: readonly number[],
): void {
  for (const inner of requireSubgroups(directory, add)) {
    const { id, name } = inner
    if (group.subgroups.has(id)) throw badRequest(`User group '${name}' is already a subgroup of this group.`)
    if (id === group.id) throw badRequest('A user group cannot be a subgroup of itself.')
    if (allSubgroups(directory, inner).has(group.id))
      throw badRequest(`User group '${name}' contains this group: it cannot be a subgroup of it.`)
  }
  for (const id of remove)
    if (!group.subgroups.has(id)) throw badRequest(`User group ${id} is not a subgroup of this group.`)
}
