import { can } from '@tagma/rules/can.ts'
import { isGuest } from '@tagma/rules/roles.ts'
import { isSpectator } from '@tagma/rules/spectator.ts'
import { idInFakeEmail } from '#directory/api-email.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { acquaintancesOf } from '#store/people/acquaintances.ts'
import type { Db } from '#store/sql/db.ts'
import { shownEmail, visibleEmail } from './present.ts'

/**
 * Tells whether a user may see all users of the organization; guests may not if `can_access_all_users_group` leaves
 * them out. Spectators see that people exist, and hardly anything else.
 */
export function seesEverybody(directory: OrganizationDirectory, viewer: UserRecord): boolean {
  return !isGuest(viewer) || isSpectator(viewer) || can(directory, viewer, 'can_access_all_users_group')
}

/** Guests who may not see all users. */
export function limitedViewers(directory: OrganizationDirectory): UserRecord[] {
  const { can_access_all_users_group: allowed } = directory.organization.settings
  if (allowed === directory.systemGroup('role:everyone').id) return []
  return [...directory.users.values()].filter(
    (user) => user.isActive && isGuest(user) && !directory.isIn(user, allowed),
  )
}

/** Tells for each user whether a viewer may see them. */
export type Sight = (user: UserRecord) => boolean

const everybody: Sight = () => true

/**
 * Makes the sight of a viewer: everybody, or else the bots and the people they share a channel or direct messages with.
 * With `among`, it works only for users of these ids, and costs less.
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
 * Finds the users that a call names by id or by email address, in that order; undefined for each user that is unknown
 * to the viewer or hidden from them. A hidden address finds nobody; the made-up address with the id works. Every lookup
 * for a caller goes through here, so that nobody can find out who exists.
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

/** Finds the user that a call names; undefined for an unknown or hidden one. */
export async function findUser(
  db: Db,
  directory: OrganizationDirectory,
  viewer: UserRecord,
  named: number | string,
): Promise<UserRecord | undefined> {
  return (await findUsers(db, directory, viewer, [named]))[0]
}

/** Finds the user that a call names. Refuses unknown and hidden users alike. */
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
