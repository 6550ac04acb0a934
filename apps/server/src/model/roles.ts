import { type Role, roles } from '@tagma/contract/objects/user.ts'
import type { UserRecord } from './records.ts'

// On the wire, the higher a role, the lower its number. Nothing else knows.

type Ranked = Pick<UserRecord, 'role'>

/** Whether a user has a role, or one above it. */
export const isAtLeast = (user: Ranked, role: Role): boolean => user.role <= role

/** Whether somebody's role is above that of somebody else. Bots act for their owners, so they never outrank them. */
export const outranks = (user: Ranked, other: Ranked): boolean => user.role < other.role

export const isOwner = (user: Ranked): boolean => isAtLeast(user, roles.owner)

/** Whether a user administers the organization: administrators, and owners too. */
export const isAdministrator = (user: Ranked): boolean => isAtLeast(user, roles.administrator)

/** Whether a user moderates: moderators, and everybody above them. */
export const isModerator = (user: Ranked): boolean => isAtLeast(user, roles.moderator)

export const isGuest = (user: Ranked): boolean => !isAtLeast(user, roles.member)
