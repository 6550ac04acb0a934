import type { Role } from '@tagma/contract/objects/user.ts'
import { mayAddSubscribers, mayReadChannel } from '#areas/channels/rules.ts'
import { isAdministrator, isOwner } from '#areas/groups/can.ts'
import { mayAddOthers } from '#areas/groups/rules.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'
import { badRequest } from '#server/refusal.ts'

/** Throws a Refusal unless the caller may invite people with this role. */
export function checkRole(caller: UserRecord, role: Role): void {
  if (role < caller.role) throw badRequest('You cannot invite users with a role that is above your own.')
}

/**
 * Throws a Refusal unless the caller may have new users subscribed to the channels: default channels, and those that
 * the caller may add subscribers to. `subscribed` are the caller's own. Spec: POST /invites/multiuse, `stream_ids`.
 */
export function checkChannels(
  directory: OrganizationDirectory,
  caller: UserRecord,
  channelIds: readonly number[],
  subscribed: ReadonlySet<number>,
): void {
  for (const id of channelIds) {
    const channel = directory.channels.get(id)
    if (!channel || channel.isArchived || !mayReadChannel(directory, caller, channel, subscribed.has(id)))
      throw badRequest(`Invalid channel ID ${id}. No invites were sent.`)
    if (!channel.isDefault && !mayAddSubscribers(directory, caller, channel))
      throw badRequest('You do not have permission to subscribe other users to channels.')
  }
}

/** Throws a Refusal unless the caller may add members to the groups. */
export function checkGroups(
  directory: OrganizationDirectory,
  caller: UserRecord,
  groupIds: readonly number[],
): void {
  for (const id of groupIds) {
    const group = directory.groups.get(id)
    if (!group || group.isSystem || group.isDeactivated) throw badRequest(`Invalid user group ID: ${id}`)
    if (!mayAddOthers(directory, caller, group)) throw badRequest('Insufficient permission')
  }
}

/** Whether somebody may revoke an invitation or send it again: their own, and administrators those of others. */
export function mayManage(
  caller: UserRecord,
  invitation: { readonly inviterId: number; readonly role: Role },
): boolean {
  if (invitation.role === 100 && !isOwner(caller)) return false
  return invitation.inviterId === caller.id || isAdministrator(caller)
}

/** Why an invitation cannot be accepted at a time in UNIX seconds; undefined when it can. */
export function whyClosed(
  invitation: { readonly state: string; readonly expiresAt: number | null } | undefined,
  now: number,
): 'unknown' | 'revoked' | 'used' | 'expired' | undefined {
  if (!invitation) return 'unknown'
  if (invitation.state === 'revoked' || invitation.state === 'used') return invitation.state
  return invitation.expiresAt !== null && invitation.expiresAt <= now ? 'expired' : undefined
}
