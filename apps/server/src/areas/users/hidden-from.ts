import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { acquaintancesOf } from '#store/acquaintances.ts'
import type { Db } from '#store/db.ts'
import { limitedViewers } from './visibility.ts'

const nobody: ReadonlySet<number> = new Set()

/** For each user, the ids of the guests who may not see them: what shapers of events about users need to know. */
export async function hiddenFrom(
  db: Db,
  directory: OrganizationDirectory,
  userIds: readonly number[],
): Promise<ReadonlySet<number>[]> {
  const limited = limitedViewers(directory)
  if (limited.length === 0) return userIds.map(() => nobody)
  const known = new Map<number, ReadonlySet<number>>()
  for (const id of new Set(userIds)) {
    const isBot = (directory.users.get(id)?.botType ?? null) !== null
    const acquaintances = isBot ? undefined : await acquaintancesOf(db, id)
    const hidden = limited.filter(
      (viewer) => viewer.id !== id && acquaintances && !acquaintances.has(viewer.id),
    )
    known.set(id, new Set(hidden.map((viewer) => viewer.id)))
  }
  return userIds.map((id) => known.get(id) ?? nobody)
}
