import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { acquaintancesAmong } from '#store/people/acquaintances.ts'
import type { Db } from '#store/sql/db.ts'
import { limitedViewers } from './visibility.ts'

const nobody: ReadonlySet<number> = new Set()

/** For each user, the ids of the guests who may not see them: shapers of events about users need this. */
export async function hiddenFrom(
  db: Db,
  directory: OrganizationDirectory,
  userIds: readonly number[],
): Promise<ReadonlySet<number>[]> {
  const limited = limitedViewers(directory)
  if (limited.length === 0) return userIds.map(() => nobody)
  const viewers = limited.map(({ id }) => id)
  const people = [...new Set(userIds)].filter((id) => (directory.users.get(id)?.botType ?? null) === null)
  const known = await acquaintancesAmong(db, people, viewers)
  const hidden = new Map(
    people.map((id) => [
      id,
      new Set(viewers.filter((viewer) => viewer !== id && !known.get(id)?.has(viewer))),
    ]),
  )
  return userIds.map((id) => hidden.get(id) ?? nobody)
}
