import type { Uses } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { MessageParts } from '#model/message-parts.ts'
import { type AttachmentRow, attachmentsLinkedBy } from '#store/messages/attachments.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import type { MessageCondition } from '#store/messages/message-conditions.ts'
import { messagesBeside } from '#store/messages/messages.ts'
import { reactionsTo } from '#store/messages/reactions.ts'
import { submessagesOf } from '#store/messages/submessages.ts'
import type { Db } from '#store/sql/db.ts'

/** Messages with their parts, and the attachments that they link. */
export interface MessageBatch {
  readonly messages: readonly MessageParts[]
  readonly links: readonly (AttachmentRow & { readonly message_id: number })[]
}

/** Messages of a batch. */
const batchSize = 1000

/** Yields the messages that meet all conditions, the oldest first, each batch read at once. */
export async function* messageBatches(
  { data }: Uses<'aside'>,
  { organization }: OrganizationDirectory,
  conditions: readonly MessageCondition[],
): AsyncGenerator<MessageBatch> {
  let last = 0
  for (;;) {
    const batch = await data.aside(organization.id, ({ db }) =>
      messagesAfter(db, organization.id, conditions, last),
    )
    const newest = batch.messages.at(-1)
    if (!newest) return
    yield batch
    last = newest.row.id
  }
}

async function messagesAfter(
  db: Db,
  organizationId: number,
  conditions: readonly MessageCondition[],
  last: number,
): Promise<MessageBatch> {
  const side = { direction: 'after', id: last, inclusive: false, limit: batchSize } as const
  const rows = await messagesBeside(db, organizationId, conditions, side)
  const ids = rows.map((row) => row.id)
  const direct = rows.filter((row) => row.channel_id === 0).map((row) => row.conversation_id)
  const participants = await participantsOf(db, [...new Set(direct)])
  const reactions = await reactionsTo(db, ids)
  const submessages = await submessagesOf(db, ids)
  const linking = rows.filter((row) => row.has_attachment === 1).map((row) => row.id)
  return {
    messages: rows.map((row) => ({
      row,
      participants: participants.get(row.conversation_id) ?? [],
      reactions: reactions.get(row.id) ?? [],
      submessages: submessages.get(row.id) ?? [],
    })),
    links: await attachmentsLinkedBy(db, linking),
  }
}
