import type { Args } from '@tagma/contract/define.ts'
import type { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { can, isGuest } from '#areas/groups/can.ts'
import { resolvePrincipals } from '#areas/users/resolve-principals.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#directory/records.ts'
import { badRequest } from '#server/refusal.ts'
import { isSubscribed } from '#store/subscriptions.ts'
import type { Tx } from '#store/transactions.ts'
import { createChannels, initialChannelSettings } from './create-channels.ts'
import { mayReadChannel } from './rules.ts'
import { subscribeUsers, type Subscribed } from './subscribe-users.ts'

/**
 * POST /users/me/subscriptions: finds or creates the channels and subscribes the principals. Everything is decided
 * before the first write; descriptions come with their HTML. With `authorization_errors_fatal` false, channels that may not be joined are left out.
 */
export async function joinChannels(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  args: Args<typeof subscribe>,
  renderedDescriptions: ReadonlyMap<string, string>,
): Promise<{ subscribed: Subscribed; unauthorized: string[] }> {
  const users = resolvePrincipals(directory, caller, args.principals)
  const subscribesOthers = users.some((user) => user.id !== caller.id)
  const wanted = [...new Map(args.subscriptions.map((entry) => [entry.name.toLowerCase(), entry])).values()]

  const existing: ChannelRecord[] = []
  const unauthorized: string[] = []
  for (const entry of wanted) {
    const channel = directory.channelByName(entry.name)
    if (!channel) continue
    const isIn = await isSubscribed(tx.db, caller.id, channel.id)
    const mayAdd =
      !subscribesOthers ||
      can(directory, caller, 'can_add_subscribers_group') ||
      directory.isIn(caller, channel.settings.can_add_subscribers_group)
    if (mayReadChannel(directory, caller, channel, isIn) && mayAdd) existing.push(channel)
    else unauthorized.push(channel.name)
  }
  const fresh = wanted.filter((entry) => !directory.channelByName(entry.name))
  if (fresh.length > 0) checkMayCreate(directory, caller, args.invite_only)
  if (unauthorized.length > 0 && args.authorization_errors_fatal) {
    throw badRequest(`Unable to access channel (${unauthorized.join(', ')}).`)
  }
  if (fresh.length > 0 && subscribesOthers && !can(directory, caller, 'can_add_subscribers_group')) {
    throw badRequest('Insufficient permission')
  }

  const created = await createChannels(
    tx,
    directory,
    fresh.map((entry) => ({
      name: entry.name,
      description: entry.description ?? '',
      renderedDescription: renderedDescriptions.get(entry.description ?? '') ?? '',
      creatorId: caller.id,
      isPrivate: args.invite_only,
      isWebPublic: false,
      isDefault: false,
      historyPublic: args.history_public_to_subscribers ?? !args.invite_only,
      messageRetentionDays: null,
      folderId: null,
      topicsPolicy: 'inherit' as const,
      defaultPushNotifications: false,
      settings: initialChannelSettings(directory, caller),
    })),
  )
  return { subscribed: await subscribeUsers(tx, directory, users, [...existing, ...created]), unauthorized }
}

function checkMayCreate(directory: OrganizationDirectory, caller: UserRecord, isPrivate: boolean): void {
  const permission = isPrivate ? 'can_create_private_channel_group' : 'can_create_public_channel_group'
  if (isGuest(caller) || !can(directory, caller, permission)) throw badRequest('Insufficient permission')
}
