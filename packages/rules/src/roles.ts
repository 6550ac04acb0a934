import type { Role } from '@tagma/contract/objects/user.ts'
import { roles } from '@tagma/contract/roles.ts'
import type { SystemGroup } from '@tagma/contract/settings/organization-permissions.ts'
import type { Person } from './organization.ts'

// On the wire, the higher a role, the lower its number. Nothing else knows.

type Ranked = Pick<Person, 'role'>

/** Tells whether a user has a role, or one above it. */
export const isAtLeast = (user: Ranked, role: Role): boolean => user.role <= role

/** Tells whether a user's role is above another's. A bot never outranks its owner. */
export const outranks = (user: Ranked, other: Ranked): boolean => user.role < other.role

export const isOwner = (user: Ranked): boolean => isAtLeast(user, roles.owner)

/** Tells whether a user is an administrator or owner. */
export const isAdministrator = (user: Ranked): boolean => isAtLeast(user, roles.administrator)

/** Tells whether a user is a moderator or has a role above. */
export const isModerator = (user: Ranked): boolean => isAtLeast(user, roles.moderator)

export const isGuest = (user: Ranked): boolean => !isAtLeast(user, roles.member)

/** Tells whether a user with this role, full member or not, belongs to a system group. */
export function isInSystemGroup(user: Pick<Person, 'role' | 'isFullMember'>, group: SystemGroup): boolean {
  switch (group) {
    case 'role:nobody':
      return false
    case 'role:owners':
      return isOwner(user)
    case 'role:administrators':
      return isAdministrator(user)
    case 'role:moderators':
      return isModerator(user)
    case 'role:fullmembers':
      return isModerator(user) || (!isGuest(user) && user.isFullMember)
    case 'role:members':
      return !isGuest(user)
    case 'role:everyone':
    case 'role:internet':
      return true
  }
}
