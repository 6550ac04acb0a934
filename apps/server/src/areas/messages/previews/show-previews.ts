import type { Rendered } from '@tagma/markdown/render.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { MessageRow } from '#model/message-parts.ts'
import type { Tx } from '#store/log/tx.ts'
import { findMessages, replaceRendered } from '#store/messages/messages.ts'
import { audienceOfMessages } from '../audience.ts'

/**
 * Replaces the HTML of a message by one with previews, and tells the clients that show it. A message that was edited or
 * deleted since `before` stays as it is.
 */
export async function showPreviews(
  tx: Tx,
  directory: OrganizationDirectory,
  before: MessageRow,
  { html, facts }: Rendered,
): Promise<void> {
  const message = (await findMessages(tx.db, [before.id])).get(before.id)
  if (!message || message.content !== before.content || message.rendered === html) return
  await replaceRendered(tx, message.id, { content: message.content, rendered: html })
  const channel = directory.channels.get(message.channel_id)
  tx.emit(
    {
      type: 'update_message',
      user_id: null,
      rendering_only: true,
      message_id: message.id,
      message_ids: [message.id],
      edit_timestamp: tx.now,
      ...(channel ? { stream_id: channel.id, stream_name: channel.name } : {}),
      content: message.content,
      rendered_content: html,
      is_me_message: facts.isMeMessage,
    },
    await audienceOfMessages(tx, directory, message, [message.id], message.sender_id),
  )
}
