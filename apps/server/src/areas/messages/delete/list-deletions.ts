import type { Answer, Args } from '@tagma/contract/define.ts'
import type { getDeletedMessages } from '@tagma/contract/endpoints/messages/get-deleted-messages.ts'
import { hasSharedHistory, mayReadChannel } from '@tagma/rules/channels.ts'
import type { Call } from '#call/call.ts'
import { listDeletedMessages } from '#store/messages/deleted-messages.ts'
import { subscribedChannelIds } from '#store/messages/subscription-spans.ts'

/** Lists deletions of messages that the caller could read, if they were still there. */
export async function listDeletions(
  { caller, db, directory }: Pick<Call, 'caller' | 'db' | 'directory'>,
  { before, limit }: Args<typeof getDeletedMessages>,
): Promise<Answer<typeof getDeletedMessages>['deleted_messages']> {
  const subscribed = new Set(await subscribedChannelIds(db, caller.id))
  const readable = [...directory.channels.values()].filter((channel) =>
    mayReadChannel(directory, caller, channel, subscribed.has(channel.id)),
  )
  const idsOf = (isShared: boolean) =>
    readable.filter((channel) => hasSharedHistory(channel) === isShared).map(({ id }) => id)
  return listDeletedMessages(db, directory.organization.id, {
    userId: caller.id,
    channelIds: idsOf(true),
    protectedChannelIds: idsOf(false),
    before,
    limit,
  })
}
