import { requireUser } from '#areas/users/visibility.ts'
import type { Call } from '#call/call.ts'
import type { PresenceRow } from '#model/presence-row.ts'
import { badRequest } from '#model/refusal.ts'

/**
 * Finds the presence of a user by id or API email address. Refuses unknown users, users hidden from the caller, and
 * users without presence.
 */
export async function findPresence(
  { caller, directory, services, db }: Call,
  who: number | string,
): Promise<PresenceRow> {
  const user = await requireUser(db, directory, caller, who)
  if (!user.isActive) throw badRequest('No such user')
  if (user.botType !== null) throw badRequest('Presence is not supported for bot users.')
  const { entries } = await services.live.presence.get(directory.organization.id)
  const entry = entries.get(user.id)
  if (!entry || directory.organization.settings.presence_disabled)
    throw badRequest(`No presence data for ${user.email}`)
  return entry
}
