import { audienceOfMessages } from '#areas/messages/audience.ts'
import { requireMessage } from '#areas/messages/require-message.ts'
import { takePart } from '#areas/user-topics/take-part.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertSubmessage, submessagesOf } from '#store/messages/submessages.ts'
import { stepProblem } from './rules.ts'

/** Adds a user's step in a poll or a to-do list. */
export async function addSubmessage(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  { messageId, content }: { messageId: number; content: string },
): Promise<void> {
  const message = await requireMessage(tx.db, directory, user, messageId)
  const [first] = (await submessagesOf(tx.db, [messageId])).get(messageId) ?? []
  if (!first) throw badRequest('You cannot attach a submessage to this message.')
  const problem = stepProblem(first.content, content, message.sender_id === user.id)
  if (problem !== undefined) throw badRequest(problem)
  const row = await insertSubmessage(tx, {
    message_id: messageId,
    sender_id: user.id,
    msg_type: 'widget',
    content,
  })
  const { id: submessage_id, ...rest } = row
  tx.emit(
    { type: 'submessage', ...rest, submessage_id },
    await audienceOfMessages(tx.db, directory, message, [message.id], user.id),
  )
  await takePart(tx, directory, user, message)
}
