import type { Role } from '@tagma/contract/objects/user.ts'
import { roles } from '@tagma/contract/roles.ts'
import type { Person } from './organization.ts'
import { isAdministrator, isOwner, outranks } from './roles.ts'

// Rules for the accounts of others.

type Ranked = Pick<Person, 'role'>

/** Tells whether a user may act on accounts that have, had or get these roles: only owners act on owners. */
export const mayActOnRoles = (user: Ranked, ...concerned: readonly Role[]): boolean =>
  isOwner(user) || !concerned.includes(roles.owner)

/** Tells whether a user may change another's account: its name and role, and whether it is active. */
export const mayManagePerson = (user: Ranked, target: Ranked): boolean =>
  isAdministrator(user) && mayActOnRoles(user, target.role)

/**
 * Tells whether a user may give an account another role. For a bot, `botOwner` is its owner: a bot never has a role above
 * theirs, because they have its key.
 */
export const mayGiveRole = (user: Ranked, target: Ranked, role: Role, botOwner?: Ranked): boolean =>
  mayManagePerson(user, target) &&
  mayActOnRoles(user, role) &&
  (botOwner === undefined || !outranks({ role }, botOwner))
