import { idInFakeEmail } from '#directory/api-email.ts'
import { can } from '#directory/can.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { isSpectator } from '#directory/spectator.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { isGuest } from '#model/roles.ts'
import { acquaintancesOf } from '#store/people/acquaintances.ts'
import type { Db } from '#store/sql/db.ts'
import { shownEmail, visibleEmail } from './present.ts'

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

/**
 * Says whom a viewer may see: everybody, or else the bots and those they share a channel or direct messages with. With
 * `among`, it holds for users of these ids only, and costs less.
 */
export async function sightOf(
  db: Db,
  directory: OrganizationDirectory,
  viewer: UserRecord,
  among?: readonly number[],
): Promise<Sight> {
  if (seesEverybody(directory, viewer)) return everybody
  const known = await acquaintancesOf(db, viewer.id, among)
  return (user) => user.id === viewer.id || user.botType !== null || known.has(user.id)
}

/**
 * The users that a call names by id or by email address, in that order; undefined in the place of each that does not
 * exist for the viewer. An address that is hidden from the viewer leads nowhere; the address that is made up of the id
 * does. Whatever a call names goes through here, so that nobody can try out who exists.
 */
export async function findUsers(
  db: Db,
  directory: OrganizationDirectory,
  viewer: UserRecord,
  named: readonly (number | string)[],
): Promise<(UserRecord | undefined)[]> {
  const users = named.map((name) =>
    typeof name === 'number' ? directory.users.get(name) : userAtAddress(directory, viewer, name.trim()),
  )
  const ids = users.flatMap((user) => user?.id ?? [])
  const sees = await sightOf(db, directory, viewer, ids)
  return users.map((user) => (user && sees(user) ? user : undefined))
}

/** The user that a call names, if there is one for the viewer. */
export async function findUser(
  db: Db,
  directory: OrganizationDirectory,
  viewer: UserRecord,
  named: number | string,
): Promise<UserRecord | undefined> {
  return (await findUsers(db, directory, viewer, [named]))[0]
}

/** The user that a call names. Refused alike where there is none and where there is none for the viewer. */
export async function requireUser(
  db: Db,
  directory: OrganizationDirectory,
  viewer: UserRecord,
  named: number | string,
): Promise<UserRecord> {
  const user = await findUser(db, directory, viewer, named)
  if (!user) throw badRequest('No such user')
  return user
}

function userAtAddress(
  directory: OrganizationDirectory,
  viewer: UserRecord,
  address: string,
): UserRecord | undefined {
  const user = directory.userByEmail(address)
  const isShown = (other: UserRecord) =>
    shownEmail(other, viewer).toLowerCase() === address.toLowerCase() || visibleEmail(other, viewer) !== null
  if (user && isShown(user)) return user
  const id = idInFakeEmail(address)
  return id === undefined ? undefined : directory.users.get(id)
}
