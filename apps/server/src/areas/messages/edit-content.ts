import { createHash } from 'node:crypto'
import type { Rendered } from '@tagma/markdown/render.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'
import { badRequest, Refusal } from '#server/refusal.ts'
import { participantsOf } from '#store/conversations.ts'
import { replaceContentFlags } from '#store/message-flags.ts'
import { type MessageRow, replaceContent } from '#store/messages.ts'
import { markStale } from '#store/search-index.ts'
import type { Tx } from '#store/transactions.ts'
import { checkGroupMentions } from './check-group-mentions.ts'
import { checkWildcards } from './check-wildcards.ts'
import { contentFlags } from './content-flags.ts'
import { findMessage } from './find-message.ts'
import { audienceOf } from './message-audience.ts'
import type { HistoryEntry } from './message-history.ts'
import { refusalToEdit } from './rules.ts'
import type { UpdateMessageBody } from './update-message-shape.ts'

/** SHA-256 of a content, in hexadecimal. */
const digest = (content: string) => createHash('sha256').update(content).digest('hex')

export interface ContentEdit {
  readonly id: number
  /** Checked by `checkContent`. */
  readonly content: string
  readonly rendered: Rendered
  /** What the client saw before, as SHA-256. */
  readonly expected: string | undefined
}

/** Replaces the content of a message of the caller. Returns whether that changed anything. */
export async function editContent(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  { id, content, rendered, expected }: ContentEdit,
): Promise<boolean> {
  const message = await findMessage(tx.db, directory, caller, id)
  const refusal = refusalToEdit(directory, caller, message, tx.now)
  if (refusal !== undefined) throw badRequest(refusal)
  if (expected !== undefined && expected.toLowerCase() !== digest(message.content))
    throw new Refusal('EXPECTATION_MISMATCH', 'The message has changed since it was opened for editing.')
  if (message.content === content) return false
  checkGroupMentions(directory, caller, rendered.facts)
  const channel = directory.channels.get(message.channel_id)
  if (channel)
    await checkWildcards(tx.db, directory, caller, channel, message.conversation_id, rendered.facts)

  const entry: HistoryEntry = {
    prev_content: message.content,
    prev_rendered_content: message.rendered,
    timestamp: tx.now,
    user_id: caller.id,
  }
  const own = message.edit_history === null ? [] : (JSON.parse(message.edit_history) as HistoryEntry[])
  const { html, facts } = rendered
  await replaceContent(tx, id, { ...facts, content, rendered: html }, JSON.stringify([entry, ...own]))
  const participants =
    message.channel_id === 0
      ? ((await participantsOf(tx.db, [message.conversation_id])).get(message.conversation_id) ?? [])
      : undefined
  // Before and after: whoever loses a mention hears of it too.
  const before = await audienceOf(tx.db, message, [id], [caller.id])
  await replaceContentFlags(
    tx,
    id,
    await contentFlags(tx.db, directory, facts, {
      conversationId: message.conversation_id,
      channelId: message.channel_id,
      participants,
      senderId: message.sender_id,
    }),
  )
  await markStale(tx, (db) => db.selectFrom('messages').select('id').where('id', '=', id))
  tx.emit({ ...contentEvent(directory, caller, message, content, rendered, tx.now) }, before)
  return true
}

function contentEvent(
  directory: OrganizationDirectory,
  caller: UserRecord,
  message: MessageRow,
  content: string,
  { html, facts }: Rendered,
  now: number,
): UpdateMessageBody {
  const channel = directory.channels.get(message.channel_id)
  return {
    type: 'update_message',
    user_id: caller.id,
    rendering_only: false,
    message_id: message.id,
    message_ids: [message.id],
    edit_timestamp: now,
    ...(channel ? { stream_id: channel.id, stream_name: channel.name } : {}),
    orig_content: message.content,
    orig_rendered_content: message.rendered,
    content,
    rendered_content: html,
    is_me_message: facts.isMeMessage,
  }
}
