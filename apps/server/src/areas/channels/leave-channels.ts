import { mayRemoveSubscriber } from '@tagma/rules/channels.ts'
import { resolvePrincipals } from '#areas/users/require-principals.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { subscribedChannelIds } from '#store/messages/subscription-spans.ts'
import { findChannel } from './require-channel.ts'
import { unsubscribeUsers } from './unsubscribe-users.ts'

/** Takes the principals out of the channels (DELETE /users/me/subscriptions): all of them, or a refusal. */
export async function leaveChannels(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  names: readonly string[],
  principals: readonly (number | string)[],
): Promise<{ removed: string[]; not_removed: string[] }> {
  const users = await resolvePrincipals(tx.db, directory, caller, principals)
  const own = new Set(await subscribedChannelIds(tx.db, caller.id))
  const channels = new Set<ChannelRecord>()
  for (const name of names) {
    const channel = await findChannel(tx.db, directory, caller, name)
    if (!channel)
      throw new Refusal('STREAM_DOES_NOT_EXIST', `Channel '${name}' does not exist`, { stream: name })
    const isIn = own.has(channel.id)
    if (users.some((user) => !mayRemoveSubscriber(directory, caller, channel, user, isIn)))
      throw badRequest('Insufficient permission')
    channels.add(channel)
  }
  const removed = await unsubscribeUsers(tx, directory, users, [...channels])
  return {
    removed: [...channels].filter((channel) => removed.has(channel)).map((channel) => channel.name),
    not_removed: [...channels].filter((channel) => !removed.has(channel)).map((channel) => channel.name),
  }
}
