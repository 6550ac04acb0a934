import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { systemGroupsOf } from './members.ts'

/** Tells everybody that a user left their groups by deactivation, or is back in them. */
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
 * Tells guests about the groups of a user they gain or lose sight of: guests see groups without the people hidden from
 * them.
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
  const mark = op === 'remove_members' ? ({ outOfSight: true } as const) : undefined
  for (const group of directory.groups.values()) {
    if (!(group.isSystem ? system.has(group.name) : group.members.has(userId))) continue
    const ofDeactivated = group.isDeactivated ? ({ ofDeactivated: true } as const) : undefined
    tx.emit(
      { type: 'user_group', op, group_id: group.id, user_ids: [userId], ...mark, ...ofDeactivated },
      { users: viewers },
    )
  }
}

/**
 * Tells everybody which system groups a user has left and joined. Call it for every change of a role, of the waiting
 * period or of an account's activity. `before` is undefined for a new user. Members of system groups are stored
 * nowhere.
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
  const tell = (op: 'remove_members' | 'add_members', names: typeof left) => {
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
