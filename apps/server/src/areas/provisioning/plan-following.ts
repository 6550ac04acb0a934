import { isOnlyOwner } from '#areas/users/role-rules.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import type { LdapPerson } from '#ports/ldap.ts'
import type { FollowedIdentity } from '#store/people/external-identities.ts'
import { indexKey } from '#store/sql/index-key.ts'

/** One account in so many is deactivated at most at once: more looks like a mistake in the directory or its filter. */
const oneIn = 10

/** Changes that a look into the directory of people leads to. */
export interface Following {
  /** Links whose people are there again, or still. */
  readonly present: readonly FollowedIdentity[]
  /** Links whose people are absent for the first time. */
  readonly missed: readonly FollowedIdentity[]
  /** Accounts that end. */
  readonly leaving: readonly { readonly link: FollowedIdentity; readonly user: UserRecord }[]
  /** Accounts that ended for their absence, and are let in again. */
  readonly returning: readonly { readonly link: FollowedIdentity; readonly user: UserRecord }[]
  /** Accounts whose people are called otherwise now. */
  readonly renamed: readonly { readonly user: UserRecord; readonly name: string }[]
  /** Accounts of present people, with the groups that the directory names. */
  readonly members: ReadonlyMap<number, readonly string[]>
  /** Why accounts stay that would end; undefined without such a reason. */
  readonly problem: string | undefined
}

/**
 * Compares accounts with a look into the directory of people. Who is absent at two looks leaves; an account that an
 * administrator has reactivated since stays. Nobody leaves where it would be more than a tenth, unless `isForced`.
 */
export function planFollowing(
  directory: OrganizationDirectory,
  links: readonly FollowedIdentity[],
  people: readonly LdapPerson[],
  isForced: boolean,
): Following {
  const byId = new Map(people.map((person) => [indexKey(person.id), person]))
  const present: FollowedIdentity[] = []
  const missed: FollowedIdentity[] = []
  const leaving: { link: FollowedIdentity; user: UserRecord }[] = []
  const returning: { link: FollowedIdentity; user: UserRecord }[] = []
  const renamed: { user: UserRecord; name: string }[] = []
  const members = new Map<number, readonly string[]>()
  let active = 0
  for (const link of links) {
    const user = directory.users.get(link.userId)
    if (!user || user.isDeleted) continue
    if (user.isActive) active += 1
    const person = byId.get(link.subject)
    if (person) {
      if (link.absentSince !== null) present.push(link)
      if (link.shutOutAt !== null && !user.isActive) returning.push({ link, user })
      if (person.fullName !== '' && person.fullName.trim() !== user.fullName)
        renamed.push({ user, name: person.fullName })
      if (person.groups) members.set(user.id, person.groups)
    } else if (link.absentSince === null) missed.push(link)
    else if (user.isActive && link.shutOutAt === null && !isOnlyOwner(directory, user))
      leaving.push({ link, user })
  }
  const facts = { present, missed, returning, renamed, members }
  const most = Math.max(1, Math.floor(active / oneIn))
  const isSafe = isForced || (leaving.length <= most && people.length > 0)
  return isSafe
    ? { ...facts, leaving, problem: undefined }
    : {
        ...facts,
        leaving: [],
        problem:
          leaving.length === 0
            ? undefined
            : `LDAP names ${leaving.length} of ${active} people no more, and at most ${most} are deactivated at once. If that is right, run \`tagma ldap sync --force\`; otherwise check TAGMA_LDAP_BASE and TAGMA_LDAP_FILTER.`,
      }
}
