import { createHash } from 'node:crypto'
import type { Attachment } from '@tagma/contract/objects/attachment.ts'
import type { Rendered } from '@tagma/markdown/render.ts'
import { editProblem } from '@tagma/rules/messages.ts'
import { buttonsOf } from '#areas/submessages/rules.ts'
import { claimableAttachments, claimAttachments } from '#areas/uploads/claim-attachments.ts'
import { presentAttachment } from '#areas/uploads/present.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { type HistoryEntry, keptHistory } from '#model/history-entry.ts'
import type { LogEventOf } from '#model/log-event.ts'
import type { MessageRow } from '#model/message-parts.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import { settleAll } from '#model/settle-all.ts'
import type { Tx } from '#store/log/tx.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import { endPreviewWish, wishPreviews } from '#store/messages/link-previews.ts'
import { flagNames, replaceContentFlags } from '#store/messages/message-flags.ts'
import { replaceContent } from '#store/messages/messages.ts'
import { submessagesOf } from '#store/messages/submessages.ts'
import { markStale } from '#store/search/search-upkeep.ts'
import { audienceOfMessages } from '../audience.ts'
import { contentFlags } from '../render/content-flags.ts'
import { groupMentionProblem } from '../render/group-mention-problem.ts'
import { requireWildcardRight } from '../render/require-wildcard-right.ts'
import { requireMessage } from '../require-message.ts'

/** SHA-256 of a content, in hexadecimal. */
const digest = (content: string) => createHash('sha256').update(content).digest('hex')

export interface ContentEdit {
  readonly id: number
  /** As `requireContent` returns it. */
  readonly content: string
  readonly rendered: Rendered
  /** SHA-256 of the content that the client edited. */
  readonly expected: string | undefined
  readonly noPreviews: boolean
}

/**
 * Replaces the content of a message of the caller. Returns the caller's uploads that no message links any more, or
 * undefined when nothing changed.
 */
export async function editContent(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  { id, content, rendered, expected, noPreviews }: ContentEdit,
): Promise<Attachment[] | undefined> {
  const message = await requireMessage(tx, directory, caller, id)
  const problem = editProblem(directory, caller, message, tx.now)
  if (problem !== undefined) throw badRequest(problem)
  if (expected !== undefined && expected.toLowerCase() !== digest(message.content))
    throw new Refusal('EXPECTATION_MISMATCH', 'The message has changed since it was opened for editing.')
  if (message.content === content) return undefined
  // Votes and tasks belong to the original question: another text would change what people have said. Buttons do not.
  const { html, facts } = rendered
  const [submessages, attachments, participants, before] = await settleAll([
    submessagesOf(tx.db, [id]),
    claimableAttachments(tx.db, directory, caller, facts.uploadPathIds),
    message.channel_id === 0 ? participantsOf(tx.db, [message.conversation_id]) : undefined,
    // The audience from before and after: a user who loses a mention learns of it too.
    audienceOfMessages(tx, directory, message, [id], caller.id),
  ])
  const steps = submessages.get(id)
  if (steps && !buttonsOf(steps, message.sender_id)) throw badRequest('Widgets cannot be edited.')
  const mentionProblem = groupMentionProblem(directory, caller, facts)
  if (mentionProblem !== undefined) throw badRequest(mentionProblem)
  const channel = directory.channels.get(message.channel_id)
  if (channel) await requireWildcardRight(tx.db, directory, caller, channel, message.conversation_id, facts)
  const flags = await contentFlags(tx.db, directory, facts, {
    conversationId: message.conversation_id,
    channelId: message.channel_id,
    participants: participants && (participants.get(message.conversation_id) ?? []),
    senderId: message.sender_id,
  })

  const entry: HistoryEntry = {
    prev_content: message.content,
    prev_rendered_content: message.rendered,
    timestamp: tx.now,
    user_id: caller.id,
  }
  const own = message.edit_history === null ? [] : (JSON.parse(message.edit_history) as HistoryEntry[])
  const [detached, prior] = await settleAll([
    claimAttachments(tx, id, attachments),
    replaceContentFlags(tx, id, flags),
    replaceContent(
      tx,
      id,
      { ...facts, hasAttachment: attachments.length > 0, content, rendered: html },
      JSON.stringify(keptHistory([entry, ...own])),
    ),
    noPreviews ? endPreviewWish(tx, id) : facts.pageUrls.length > 0 ? wishPreviews(tx, id) : undefined,
    markStale(tx, (db) => db.selectFrom('messages').select('id').where('id', '=', id)),
  ])
  const prior_flags = Object.fromEntries([...prior].map(([userId, bits]) => [userId, flagNames(bits)]))
  tx.emit({ ...contentEvent(directory, caller, message, content, rendered, tx.now), prior_flags }, before)
  return detached.filter((row) => row.owner_id === caller.id).map((row) => presentAttachment(row, []))
}

function contentEvent(
  directory: OrganizationDirectory,
  caller: UserRecord,
  message: MessageRow,
  content: string,
  { html, facts }: Rendered,
  now: number,
): LogEventOf<'update_message'> {
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
