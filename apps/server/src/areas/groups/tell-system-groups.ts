import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/transactions.ts'
import { systemGroupsOf } from './members.ts'
import type { DeactivatedGroupBody, OutOfSightBody } from './shape.ts'

/** Tells everybody that a user counts as a member of their groups no more, or again: deactivated users are in none. */
export function tellGroupsOf(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  op: 'remove_members' | 'add_members',
): void {
  for (const group of directory.groups.values()) {
    if (group.members.has(user.id))
      tx.emit({ type: 'user_group', op, group_id: group.id, user_ids: [user.id] }, { everyone: true })
  }
}

/**
 * Tells guests of the groups of a user who came into their sight, or went out of it: groups are listed to them without
 * the people that they may not see.
 */
export function tellGroupsInSight(
  tx: Tx,
  directory: OrganizationDirectory,
  userId: number,
  op: 'add_members' | 'remove_members',
  viewers: readonly number[],
): void {
  const user = directory.users.get(userId)
  if (!user?.isActive || viewers.length === 0) return
  const system = new Set<string>(systemGroupsOf(user))
  const mark: OutOfSightBody | undefined = op === 'remove_members' ? { outOfSight: true } : undefined
  for (const group of directory.groups.values()) {
    if (!(group.isSystem ? system.has(group.name) : group.members.has(userId))) continue
    const ofDeactivated: DeactivatedGroupBody | undefined = group.isDeactivated
      ? { ofDeactivated: true }
      : undefined
    tx.emit(
      { type: 'user_group', op, group_id: group.id, user_ids: [userId], ...mark, ...ofDeactivated },
      { users: viewers },
    )
  }
}

/**
 * Tells everybody which system groups a user has left and joined, for whatever changes a role, the waiting period or
 * whether the account is active. `before` is undefined for somebody new. Members of system groups are stored nowhere.
 */
export function tellSystemGroups(
  tx: Tx,
  directory: OrganizationDirectory,
  before: UserRecord | undefined,
  after: UserRecord,
): void {
  if (isSystemBot(after)) return
  const left = before ? systemGroupsOf(before) : []
  const joined = systemGroupsOf(after)
  const tell = (op: string, names: typeof left) => {
    for (const name of names)
      tx.emit(
        { type: 'user_group', op, group_id: directory.systemGroup(name).id, user_ids: [after.id] },
        { everyone: true },
      )
  }
  tell(
    'remove_members',
    left.filter((name) => !joined.includes(name)),
  )
  tell(
    'add_members',
    joined.filter((name) => !left.includes(name)),
  )
}
