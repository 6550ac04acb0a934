import { isSpectator } from '@tagma/rules/spectator.ts'
import { sightOf } from '#areas/users/visibility.ts'
import type { Services } from '#call/services.ts'
import { fakeEmail } from '#directory/api-email.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { PresenceRow } from '#model/presence-row.ts'
import type { UserRecord } from '#model/records.ts'
import type { Db } from '#store/sql/db.ts'
import { presentLegacyPresence, presentPresence } from './present.ts'

const daySeconds = 24 * 3600

export interface PresenceQuery {
  /** Lists only updates after this id; -1 for all. */
  readonly after: number
  /** UNIX seconds: leaves out older presence, unless `after` is above 0. */
  readonly since: number
  readonly format: 'modern' | 'legacy'
}

/** Turns an age limit in days into the UNIX second from which presence is listed. */
export const sinceDays = (now: number, days: number) => Math.max(0, now - days * daySeconds)

/**
 * Lists presence as a `presences` object, with the newest update id in it (-1 when it is empty). People hidden from the
 * viewer are left out. If the server does not limit presence, they have a made-up address instead. The list is empty if
 * the organization has switched presence off.
 */
export async function listPresence(
  { services, db, directory }: { services: Services; db: Db; directory: OrganizationDirectory },
  viewer: UserRecord,
  query: PresenceQuery,
): Promise<{
  presences:
    | Record<string, ReturnType<typeof presentPresence>>
    | Record<string, ReturnType<typeof presentLegacyPresence>>
  newest: number
}> {
  if (directory.organization.settings.presence_disabled || isSpectator(viewer))
    return { presences: {}, newest: -1 }
  const presence = await services.live.presence.get(directory.organization.id)
  const sees = await sightOf(db, directory, viewer)
  const isListed = (user: UserRecord) => !services.config.limitsPresence || sees(user)
  let newest = -1
  const select = <T>(keyOf: (user: UserRecord) => string, present: (entry: PresenceRow) => T) => {
    const presences: Record<string, T> = {}
    for (const entry of presence.updatedSince(query.after)) {
      if (query.after <= 0 && entry.seenAt < query.since) continue
      const user = directory.users.get(entry.userId)
      if (!user?.isActive || !isListed(user)) continue
      presences[keyOf(user)] = present(entry)
      newest = entry.updateId
    }
    return presences
  }
  const presences =
    query.format === 'modern'
      ? select((user) => String(user.id), presentPresence)
      : select((user) => (sees(user) ? user.email : fakeEmail(user.id)), presentLegacyPresence)
  return { presences, newest }
}
