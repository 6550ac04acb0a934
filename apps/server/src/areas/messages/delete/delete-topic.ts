import { limits } from '@tagma/contract/limits.ts'
import { hasSharedHistory } from '@tagma/rules/channels.ts'
import type { Call } from '#call/call.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'
import { findTopic } from '#store/messages/conversations.ts'
import { receivedSpans } from '#store/messages/subscription-spans.ts'
import { messageIdsOf } from '#store/reading/message-moves.ts'
import { readableChannel } from '../narrow/readable-channel.ts'
import { deleteMessages } from './delete-messages.ts'

/** In milliseconds: one call spends no more than this on deleting. */
const timeToDelete = 10_000

/**
 * Deletes a topic in batches, the newest messages first, each in its own transaction. Returns false when time ran out
 * before the end; another call goes on. Deleting a missing topic does nothing.
 */
export async function deleteTopic(call: Call, channelId: number, name: string): Promise<boolean> {
  const { caller, directory, services, transact } = call
  const topic = name.trim() === emptyTopicName ? '' : name.trim()
  const until = services.time.clock.elapsed() + timeToDelete
  for (;;) {
    const remaining = await transact(async (tx) => {
      const channel = await readableChannel(tx.db, directory, caller, channelId)
      const found = await findTopic(tx.db, tx.organizationId, channel.id, topic)
      if (!found) return 0
      const spans = hasSharedHistory(channel)
        ? undefined
        : ((await receivedSpans(tx.db, caller.id)).get(channel.id) ?? [])
      const ids = (await messageIdsOf(tx.db, found.id)).filter(
        (id) => !spans || spans.some((span) => span.after < id && id <= span.until),
      )
      const batch = ids.slice(-limits.messagesPerBatch)
      if (batch.length > 0)
        await deleteMessages(
          tx,
          directory,
          { channel_id: channel.id, conversation_id: found.id, topic: found.topic },
          batch,
          caller,
        )
      return ids.length - batch.length
    })
    if (remaining === 0) return true
    if (services.time.clock.elapsed() >= until) return false
  }
}
