import { type Role, roles } from '@tagma/contract/objects/user.ts'
import type { UserRecord } from './records.ts'

// On the wire, the higher a role, the lower its number. Nothing else knows.

type Ranked = Pick<UserRecord, 'role'>

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
