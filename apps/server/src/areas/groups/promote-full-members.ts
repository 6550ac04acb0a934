import { isFullMemberAt } from '@tagma/rules/full-member.ts'
import { tellKnowledge } from '#areas/channels/tell-knowledge.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { updateUser } from '#store/people/users.ts'
import { tellSystemGroups } from './tell-system-groups.ts'

/** Updates everybody's full membership for a waiting period in days, and returns who changed. */
export async function promoteFullMembers(
  tx: Tx,
  directory: OrganizationDirectory,
  days: number = directory.organization.settings.waiting_period_threshold,
): Promise<void> {
  const changed: UserRecord[] = []
  for (const user of directory.users.values()) {
    const isFullMember = isFullMemberAt(directory, user, tx.now, days)
    if (isFullMember === user.isFullMember) continue
    await updateUser(tx, user.id, { is_full_member: isFullMember ? 1 : 0 })
    const next = { ...user, isFullMember }
    tellSystemGroups(tx, directory, user, next)
    changed.push(next)
  }
  if (changed.length === 0) return
  // Settings of private channels can name the group of full members.
  await tellKnowledge(
    tx,
    directory,
    directory.with({ users: changed }),
    changed.map((user) => user.id),
  )
}
