import type { MessageFlag } from '@tagma/contract/objects/message.ts'
import type { Narrow } from '@tagma/contract/primitives.ts'
import { hiddenFrom } from '#areas/users/audience.ts'
import { visibleEmail } from '#areas/users/present.ts'
import type { Shaper, Viewer } from '#events/shaper.ts'
import type { MessageSent } from '#model/log-event.ts'
import type { LogRow } from '#model/log-row.ts'
import type { MessageParts } from '#model/message-parts.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import { findMessages } from '#store/messages/messages.ts'
import type { Db } from '#store/sql/db.ts'
import { presentMessage } from './present.ts'

/** Flags of a user at the moment of sending. */
function flagsFor({ flags, unread_for }: MessageSent, userId: number): readonly MessageFlag[] {
  const own = flags[String(userId)] ?? []
  return unread_for === undefined || unread_for.includes(userId) || own.includes('read')
    ? own
    : ['read', ...own]
}

/** Looked up once for a message. */
interface Prepared {
  readonly parts: MessageParts
  /** Ids of the guests who may not see its sender. */
  readonly hidden: ReadonlySet<number>
}

/** Keys of the kinds of clients; made once, because each delivery asks for one. */
const kinds: readonly string[] = Array.from({ length: 32 }, (_, kind) => `kind ${kind}`)

/** Shapes new messages: looks them up once for all queues, and presents them once for each kind of client. */
export const messageShaper: Shaper<'message', Prepared | undefined> = {
  type: 'message',
  async prepare(db, directory, rows) {
    const parts = await partsOf(db, rows)
    const hidden = await hiddenFrom(
      db,
      directory,
      parts.map((found) => found?.row.sender_id ?? 0),
    )
    return parts.map((found, index) => found && { parts: found, hidden: hidden[index] ?? new Set() })
  },
  shape(body, viewer, prepared, directory, queueId) {
    // The message was deleted before delivery.
    if (!prepared) return undefined
    const { parts, hidden } = prepared
    const isHidden = hidden.has(viewer.user.id)
    const sender = directory.users.get(parts.row.sender_id)
    // The address decides the picture, so it counts whether the viewer may see the address.
    const seesAddress = sender !== undefined && visibleEmail(sender, viewer.user) !== null
    const { applyMarkdown, clientGravatar, capabilities } = viewer
    const allowEmptyTopicName = capabilities.empty_topic_name ?? false
    const flags = flagsFor(body, viewer.user.id)
    const bits =
      (applyMarkdown ? 1 : 0) +
      (clientGravatar ? 2 : 0) +
      (allowEmptyTopicName ? 4 : 0) +
      (isHidden ? 8 : 0) +
      (seesAddress ? 16 : 0)
    const kind = kinds[bits] ?? ''
    return {
      // Nearly all recipients have the same flags, mostly none.
      key: flags.length === 0 ? kind : `${kind} ${flags.join(' ')}`,
      shared: () => ({
        type: 'message',
        flags,
        message: presentMessage(directory, parts, {
          user: viewer.user,
          applyMarkdown,
          clientGravatar,
          allowEmptyTopicName,
          wantsLegacyEmojiType: viewer.wantsLegacyEmojiType,
          ...(isHidden ? { sees: () => false } : {}),
        }),
      }),
      ...(body.local?.queue_id === queueId ? { own: { local_message_id: body.local.local_id } } : {}),
    }
  },
  matches(body, prepared, narrow, viewer) {
    return (
      prepared !== undefined &&
      (narrow as Narrow).every(
        (term) => matchesTerm(term, body, prepared.parts, viewer) !== (term.negated ?? false),
      )
    )
  },
}

/** Messages of log rows, from `known` if this process just sent them; undefined if they are gone. */
async function partsOf(db: Db, rows: readonly LogRow<MessageSent>[]): Promise<(MessageParts | undefined)[]> {
  const unknown = rows.filter(({ known }) => known === undefined).map(({ body }) => body.message_id)
  if (unknown.length === 0) return rows.map(({ known }) => known)
  const messages = await findMessages(db, unknown)
  const direct = [...messages.values()]
    .filter((row) => row.channel_id === 0)
    .map((row) => row.conversation_id)
  const participants = await participantsOf(db, direct)
  // A new message has no reactions: later ones have their own events.
  return rows.map(({ body: { message_id, widget }, known }) => {
    if (known !== undefined) return known
    const row = messages.get(message_id)
    return (
      row && {
        row,
        participants: participants.get(row.conversation_id) ?? [],
        reactions: [],
        submessages: widget ? [widget] : [],
      }
    )
  })
}

function matchesTerm(
  { operator, operand }: Narrow[number],
  body: MessageSent,
  { row }: MessageParts,
  viewer: Viewer,
): boolean {
  const flags = flagsFor(body, viewer.user.id)
  switch (operator) {
    case 'channel':
    case 'stream':
      return row.channel_id === Number(operand)
    case 'topic':
    case 'subject':
      return row.channel_id !== 0 && row.topic.toLowerCase() === String(operand).toLowerCase()
    case 'sender':
      return row.sender_id === Number(operand)
    case 'is':
      if (operand === 'dm' || operand === 'private') return row.channel_id === 0
      if (operand === 'mentioned') return flags.includes('mentioned')
      if (operand === 'alerted') return flags.includes('has_alert_word')
      if (operand === 'unread') return !flags.includes('read')
      return flags.includes('starred')
    default:
      return false
  }
}
