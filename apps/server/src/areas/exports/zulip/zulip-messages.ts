import { wholeHistory } from '#areas/messages/present.ts'
import type { MessageParts } from '#model/message-parts.ts'
import { flagBits } from '#store/messages/message-flags.ts'
import type { Receipt } from '#store/reading/receipts.ts'
import type { ZulipBook, ZulipRow } from './zulip-book.ts'
import type { ZulipCircles } from './zulip-circles.ts'
import { zulipReactionType } from './zulip-personal.ts'

/** Bits of `flags_mask`, by the flags that they stand for. */
const masks = {
  [flagBits.starred]: 2,
  [flagBits.collapsed]: 4,
  [flagBits.mentioned]: 8,
  [flagBits.stream_wildcard_mentioned]: 16,
  [flagBits.topic_wildcard_mentioned]: 32,
  [flagBits.has_alert_word]: 512,
} as const
const mask = { read: 1, historical: 1024, direct: 2048 } as const

/** Writes a file with messages, and the rows of everybody who received them. */
export function messagesFile(
  book: ZulipBook,
  circles: ZulipCircles,
  messages: readonly MessageParts[],
  receipts: ReadonlyMap<number, readonly Receipt[]>,
): { readonly zerver_message: readonly ZulipRow[]; readonly zerver_usermessage: readonly ZulipRow[] } {
  return {
    zerver_message: messages.map((parts) => book.fitted('zerver_message', messageRow(book, circles, parts))),
    zerver_usermessage: messages.flatMap(({ row }) =>
      (receipts.get(row.id) ?? []).map((receipt) =>
        book.fitted('zerver_usermessage', {
          id: book.nextId('zerver_usermessage'),
          user_profile: receipt.userId,
          message: row.id,
          flags_mask: maskOf(receipt, row.channel_id === 0),
        }),
      ),
    ),
  }
}

function maskOf({ isReceived, isRead, flags }: Receipt, isDirect: boolean): number {
  let bits = (isRead ? mask.read : 0) | (isReceived ? 0 : mask.historical) | (isDirect ? mask.direct : 0)
  for (const [flag, bit] of Object.entries(masks)) if (flags & Number(flag)) bits |= bit
  return bits
}

function messageRow(book: ZulipBook, circles: ZulipCircles, { row, participants }: MessageParts): ZulipRow {
  const isDirect = row.channel_id === 0
  const history = wholeHistory(row)
  return {
    id: row.id,
    realm: book.realm,
    sender: row.sender_id,
    recipient: isDirect
      ? circles.recipientOf(participants, row.sender_id)
      : book.recipient(2, row.channel_id),
    subject: isDirect ? '' : row.topic,
    is_channel_message: !isDirect,
    content: row.content,
    // The server that imports it renders it.
    rendered_content: null,
    rendered_content_version: null,
    date_sent: row.sent_at,
    sending_client: book.client(row.client),
    last_edit_time: row.edited_at ?? row.moved_at,
    edit_history: history.length === 0 ? null : JSON.stringify(history.map(zulipHistory)),
    has_attachment: row.has_attachment === 1,
    has_image: row.has_image === 1,
    has_link: row.has_link === 1,
    type: 1,
    search_tsvector: null,
  }
}

const zulipHistory = (entry: ReturnType<typeof wholeHistory>[number]) => ({
  ...entry,
  // Zulip expects the HTML beside a former text. Nothing shows ours: it is put there in plain form.
  ...(entry.prev_content === undefined
    ? {}
    : { prev_rendered_content: plainHtmlOf(entry.prev_content), prev_rendered_content_version: 1 }),
})

const plainHtmlOf = (text: string): string =>
  `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`

/** The reactions to messages as rows. */
export const reactionRows = (book: ZulipBook, messages: readonly MessageParts[]): ZulipRow[] =>
  messages.flatMap(({ row, reactions }) =>
    reactions.map((reaction) =>
      book.fitted('zerver_reaction', {
        id: reaction.id,
        message: row.id,
        user_profile: reaction.user_id,
        reaction_type: zulipReactionType(reaction.type),
        emoji_code: reaction.code,
        emoji_name: reaction.name,
      }),
    ),
  )
