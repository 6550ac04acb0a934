import type { Role } from '@tagma/contract/objects/user.ts'
import type { SystemGroup } from '@tagma/contract/settings/organization-settings.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'
import type { Tx } from '#store/transactions.ts'

export interface Standing {
  readonly role: Role
  readonly isFullMember: boolean
  readonly isActive: boolean
}

/** The system groups that list a user of this role as a direct member; deactivated users are in none. */
export function directSystemGroups({ role, isFullMember, isActive }: Standing): SystemGroup[] {
  if (!isActive) return []
  switch (role) {
    case 100:
      return ['role:owners']
    case 200:
      return ['role:administrators']
    case 300:
      return ['role:moderators']
    case 400:
      return isFullMember ? ['role:members', 'role:fullmembers'] : ['role:members']
    case 600:
      return ['role:everyone']
  }
}

/** Tells everybody which system groups a user leaves and enters as their role or activity changes to `next`. */
export function moveBetweenSystemGroups(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  next: Standing,
): void {
  const before = directSystemGroups(user)
  const after = directSystemGroups(next)
  const tell = (op: 'add_members' | 'remove_members', name: SystemGroup) =>
    tx.emit(
      { type: 'user_group', op, group_id: directory.systemGroup(name).id, user_ids: [user.id] },
      { everyone: true },
    )
  for (const name of before) if (!after.includes(name)) tell('remove_members', name)
  for (const name of after) if (!before.includes(name)) tell('add_members', name)
}
