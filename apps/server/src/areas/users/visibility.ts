import { can, isGuest } from '#areas/groups/can.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'
import { isSpectator } from '#directory/spectator.ts'
import { badRequest } from '#server/refusal.ts'
import { acquaintancesOf } from '#store/acquaintances.ts'
import type { Db } from '#store/db.ts'

/**
 * Whether a user may see all users of the organization; only guests may not. Setting: can_access_all_users_group. People
 * without an account see who is there, but hardly anything of them.
 */
export function seesEverybody(directory: OrganizationDirectory, viewer: UserRecord): boolean {
  return !isGuest(viewer) || isSpectator(viewer) || can(directory, viewer, 'can_access_all_users_group')
}

/** The guests who may not see all users. */
export function limitedViewers(directory: OrganizationDirectory): UserRecord[] {
  const { can_access_all_users_group: allowed } = directory.organization.settings
  if (allowed === directory.systemGroup('role:everyone').id) return []
  return [...directory.users.values()].filter(
    (user) => user.isActive && isGuest(user) && !directory.isIn(user, allowed),
  )
}

/** Says of each user whether a viewer may see them. */
export type Sight = (user: UserRecord) => boolean

const everybody: Sight = () => true

/** What a viewer may see: everybody, or else the bots and those they share a channel or direct messages with. */
export async function sightOf(db: Db, directory: OrganizationDirectory, viewer: UserRecord): Promise<Sight> {
  if (seesEverybody(directory, viewer)) return everybody
  const known = await acquaintancesOf(db, viewer.id)
  return (user) => user.id === viewer.id || user.botType !== null || known.has(user.id)
}

/** The user of an id; refused alike where there is none and where the viewer may not see them. */
export async function findVisibleUser(
  db: Db,
  directory: OrganizationDirectory,
  viewer: UserRecord,
  id: number,
): Promise<UserRecord> {
  const user = directory.users.get(id)
  if (!user || !(await sightOf(db, directory, viewer))(user)) throw badRequest('No such user')
  return user
}
