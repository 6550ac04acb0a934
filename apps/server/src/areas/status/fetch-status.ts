import type { UserStatus } from '@tagma/contract/objects/user-status.ts'
import { requireUser } from '#areas/users/visibility.ts'
import type { Call } from '#call/call.ts'
import { wantsLegacyEmojiType } from '#http/client-name.ts'
import { findStatus } from '#store/people/user-statuses.ts'
import { presentStatus } from './present.ts'

/** Returns the status of a user that the caller may see. */
export async function fetchStatus(
  { caller, db, directory, userAgent }: Call,
  userId: number,
): Promise<UserStatus> {
  const user = await requireUser(db, directory, caller, userId)
  const status = await findStatus(db, user.id)
  return presentStatus(user, status, {
    user: caller,
    wantsLegacyEmojiType: wantsLegacyEmojiType(userAgent),
  })
}
