import type { UserStatus } from '@tagma/contract/objects/user-status.ts'
import { isSpectator } from '@tagma/rules/spectator.ts'
import { sightOf } from '#areas/users/visibility.ts'
import type { Snapshot } from '#call/snapshot.ts'
import { loadStatuses } from '#store/people/user-statuses.ts'
import { presentStatus } from './present.ts'

/** The status part of the registration response. */
export const statusSnapshot: Snapshot = async ({ db, directory, user, wants, options }) => {
  if (!wants('user_status')) return {}
  if (isSpectator(user)) return { user_status: {} }
  const sees = await sightOf(db, directory, user)
  const viewer = { user, wantsLegacyEmojiType: options.wantsLegacyEmojiType }
  const own = presentStatus(user, undefined, viewer)
  const statuses: Record<string, UserStatus> = own.away ? { [user.id]: own } : {}
  for (const row of await loadStatuses(db, directory.organization.id)) {
    const other = directory.users.get(row.userId)
    if (other?.isActive && sees(other)) statuses[other.id] = presentStatus(other, row, viewer)
  }
  return { user_status: statuses }
}
