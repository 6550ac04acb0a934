import type { Role } from '@tagma/contract/objects/user.ts'
import { can } from '@tagma/rules/can.ts'
import { mayAddSubscribers, mayReadChannel } from '@tagma/rules/channels.ts'
import { isAdministrator, isGuest, isOwner, outranks } from '@tagma/rules/roles.ts'
import { mayAddOthers } from '#areas/groups/rules.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, GroupRecord, UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'

/** Tells whether a user may invite people with a role: never with a role above their own. */
export const mayInviteAs = (caller: UserRecord, role: Role): boolean => !outranks({ role }, caller)

/**
 * Throws a Refusal unless the caller may give new users these channels: default channels, and channels to which the
 * caller may add subscribers. `subscribed` are the caller's own.
 */
export function requireInviteChannels(
  directory: OrganizationDirectory,
  caller: UserRecord,
  channelIds: readonly number[],
  subscribed: ReadonlySet<number>,
): void {
  for (const id of channelIds) {
    const channel = directory.channels.get(id)
    if (!channel || channel.isArchived || !mayReadChannel(directory, caller, channel, subscribed.has(id)))
      throw badRequest(`Invalid channel ID ${id}. No invites were sent.`)
    if (!mayGiveChannel(directory, caller, channel, true))
      throw badRequest('You do not have permission to subscribe other users to channels.')
  }
}

/** Tells whether the caller may give new users a channel; `isSubscribed` is about the caller. */
export const mayGiveChannel = (
  directory: OrganizationDirectory,
  user: UserRecord,
  channel: ChannelRecord,
  isSubscribed: boolean,
): boolean =>
  !channel.isArchived &&
  mayReadChannel(directory, user, channel, isSubscribed) &&
  (channel.isDefault || mayAddSubscribers(directory, user, channel))

/** Tells whether the caller may make new users members of a group. */
export const mayGiveGroup = (
  directory: OrganizationDirectory,
  user: UserRecord,
  group: GroupRecord,
): boolean => !group.isSystem && !group.isDeactivated && mayAddOthers(directory, user, group)

/**
 * Tells whether the maker of an invitation may still invite people with its role. An invitation to one address may come
 * from a link for many, so the permission for either kind is enough for it.
 */
export function mayStillInvite(
  directory: OrganizationDirectory,
  inviter: UserRecord,
  { role, email }: { readonly role: Role; readonly email: string | null },
): boolean {
  if (!inviter.isActive || isGuest(inviter) || !mayInviteAs(inviter, role)) return false
  return (
    can(directory, inviter, 'create_multiuse_invite_group') ||
    (email !== null && can(directory, inviter, 'can_invite_users_group'))
  )
}

/** Throws a Refusal unless the caller may add members to the groups. */
export function requireInviteGroups(
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

/**
 * Tells whether the caller may revoke an invitation or send it again: their own, and administrators those of others.
 */
export function mayManage(
  caller: UserRecord,
  invitation: { readonly inviterId: number; readonly role: Role },
): boolean {
  if (isOwner(invitation) && !isOwner(caller)) return false
  return invitation.inviterId === caller.id || isAdministrator(caller)
}

/** Returns why an invitation cannot be accepted at a time in UNIX seconds, or undefined. */
export function whyClosed(
  invitation: { readonly state: string; readonly expiresAt: number | null } | undefined,
  now: number,
): 'unknown' | 'revoked' | 'used' | 'expired' | undefined {
  if (!invitation) return 'unknown'
  if (invitation.state === 'revoked' || invitation.state === 'used') return invitation.state
  return invitation.expiresAt !== null && invitation.expiresAt <= now ? 'expired' : undefined
}
