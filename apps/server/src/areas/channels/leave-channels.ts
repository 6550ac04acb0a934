import type { Args } from '@tagma/contract/define.ts'
import type { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { resolvePrincipals } from '#areas/users/resolve-principals.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#directory/records.ts'
import { badRequest, Refusal } from '#server/refusal.ts'
import { isSubscribed } from '#store/subscriptions.ts'
import type { Tx } from '#store/transactions.ts'
import { mayKnowChannel, mayRemoveSubscriber } from './rules.ts'
import { unsubscribeUsers } from './unsubscribe-users.ts'

/** DELETE /users/me/subscriptions: takes the principals out of the channels, or refuses and takes out nobody. */
export async function leaveChannels(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  args: Args<typeof unsubscribe>,
): Promise<{ removed: string[]; not_removed: string[] }> {
  const users = resolvePrincipals(directory, caller, args.principals)
  const channels: ChannelRecord[] = []
  for (const name of new Set(args.subscriptions)) {
    const channel = directory.channelByName(name.trim())
    const isIn = channel !== undefined && (await isSubscribed(tx.db, caller.id, channel.id))
    if (!channel || !mayKnowChannel(directory, caller, channel, isIn)) {
      throw new Refusal('STREAM_DOES_NOT_EXIST', `Channel '${name}' does not exist`, { stream: name })
    }
    if (users.some((user) => !mayRemoveSubscriber(directory, caller, channel, user, isIn)))
      throw badRequest('Insufficient permission')
    channels.push(channel)
  }
  const removed = await unsubscribeUsers(tx, directory, users, channels)
  return {
    removed: channels.filter((channel) => removed.has(channel)).map((channel) => channel.name),
    not_removed: channels.filter((channel) => !removed.has(channel)).map((channel) => channel.name),
  }
}
