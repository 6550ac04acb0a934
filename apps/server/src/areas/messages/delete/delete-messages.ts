import { deletionProblem } from '@tagma/rules/messages.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { MessageRow } from '#model/message-parts.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertDeletedMessages } from '#store/messages/deleted-messages.ts'
import { firstMessageOf } from '#store/messages/message-bounds.ts'
import { deleteMessageRows } from '#store/reading/message-moves.ts'
import { audienceOfMessages } from '../audience.ts'
import { requireMessage } from '../require-message.ts'
import { tellFirstMessage } from '../send/tell-first-message.ts'

/** Deletes one message, if the caller may. */
export async function deleteMessage(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  id: number,
): Promise<void> {
  const message = await requireMessage(tx.db, directory, caller, id)
  const problem = deletionProblem(
    directory,
    caller,
    directory.users.get(message.sender_id),
    message,
    directory.channels.get(message.channel_id),
    tx.now,
  )
  if (problem !== undefined) throw badRequest(problem)
  await deleteMessages(tx, directory, message, [id], caller)
}

type MessagePlace = Pick<MessageRow, 'channel_id' | 'conversation_id' | 'topic'>

/**
 * Deletes messages of one conversation, as `removeMessages` does. If it is a topic, moderators see in their list that
 * `caller` did it. Ids ascending.
 */
export async function deleteMessages(
  tx: Tx,
  directory: OrganizationDirectory,
  place: MessagePlace,
  ids: readonly number[],
  caller: UserRecord,
): Promise<void> {
  if (place.channel_id !== 0)
    await insertDeletedMessages(tx, ids, { topic: place.topic, deletedBy: caller.id })
  await removeMessages(tx, directory, place, ids, caller)
}

/**
 * Removes messages of one conversation with everything that belongs to them, and tells everybody who had them. Ids
 * ascending.
 */
export async function removeMessages(
  tx: Tx,
  directory: OrganizationDirectory,
  place: MessagePlace,
  ids: readonly number[],
  caller: UserRecord,
): Promise<void> {
  const channel = directory.channels.get(place.channel_id)
  const first = channel && (await firstMessageOf(tx.db, channel.id))
  const audience = await audienceOfMessages(tx.db, directory, place, ids, caller.id)
  await deleteMessageRows(tx, ids, [place.conversation_id])
  tx.emit(
    {
      type: 'delete_message',
      message_ids: ids,
      ...(channel
        ? { message_type: 'stream', stream_id: channel.id, topic: place.topic }
        : { message_type: 'private' }),
    },
    audience,
  )
  if (channel) {
    const next = await firstMessageOf(tx.db, channel.id)
    if (next !== first) tellFirstMessage(tx, directory, channel, next)
  }
}
