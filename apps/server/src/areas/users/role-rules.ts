import { type Role, roles } from '@tagma/contract/objects/user.ts'
import { mayActOnRoles } from '@tagma/rules/people.ts'
import { isOwner, outranks } from '@tagma/rules/roles.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'

/** Tells whether a user is the only active human owner: the organization must always have one. */
export function isOnlyOwner(directory: OrganizationDirectory, user: UserRecord): boolean {
  if (!isOwner(user) || !user.isActive || user.botType !== null) return false
  for (const other of directory.users.values())
    if (other.id !== user.id && isOwner(other) && other.isActive && other.botType === null) return false
  return true
}

/** Throws unless another active user stays when a user leaves, and at least one owner. */
export function requireSuccessor(directory: OrganizationDirectory, user: UserRecord): void {
  const isAlone = [...directory.users.values()].every(
    (other) => other.id === user.id || !other.isActive || isSystemBot(other),
  )
  if (!isAlone && !isOnlyOwner(directory, user)) return
  const entity = isAlone ? 'user' : 'organization owner'
  throw new Refusal('CANNOT_DEACTIVATE_LAST_USER', `Cannot deactivate the only ${entity}.`, {
    is_last_owner: !isAlone,
    entity,
  })
}

/** Throws unless the caller may act on users with these roles: only owners act on owners. */
export function requireOwnership(caller: UserRecord, ...concerned: readonly Role[]): void {
  if (!mayActOnRoles(caller, ...concerned))
    throw new Refusal('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner')
}

/**
 * Returns the role that the caller gives to a user. Throws unless the caller may give it. Only owners give and take the
 * role of owner. A bot gets no role above its owner's, because its owner has its key.
 */
export function requireGrantableRole(
  directory: OrganizationDirectory,
  caller: UserRecord,
  user: UserRecord,
  role: Role,
): Role {
  requireOwnership(caller, user.role, role)
  const botOwner = user.botOwnerId === null ? undefined : directory.users.get(user.botOwnerId)
  if (botOwner && outranks({ role }, botOwner))
    throw badRequest("A bot cannot have a role above its owner's: change the role of its owner first.")
  if (role !== roles.owner && isOnlyOwner(directory, user))
    throw badRequest('The owner permission cannot be removed from the only organization owner.')
  return role
}
