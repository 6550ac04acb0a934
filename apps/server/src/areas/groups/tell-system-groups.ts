import { isSystemBot } from '#areas/users/present.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'
import type { Tx } from '#store/transactions.ts'
import { systemGroupsOf } from './members.ts'

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
