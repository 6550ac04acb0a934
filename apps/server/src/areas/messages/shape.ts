import type { MessageFlag } from '@tagma/contract/objects/message.ts'
import type { Narrow } from '@tagma/contract/primitives.ts'
import { hiddenFrom } from '#areas/users/audience.ts'
import { visibleEmail } from '#areas/users/present.ts'
import type { Shaper, Viewer } from '#events/shaper.ts'
import type { LogRow } from '#model/log-row.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import { findMessages } from '#store/messages/messages.ts'
import type { SubmessageRow } from '#store/messages/submessages.ts'
import type { Db } from '#store/sql/db.ts'
import { type MessageParts, presentMessage } from './present.ts'

/** Row of a new message: its id, and what differs between recipients. */
export interface MessageEventBody {
  readonly type: 'message'
  readonly message_id: number
  /** Flags by user id; users without flags are left out. */
  readonly flags: Readonly<Record<string, readonly MessageFlag[]>>
  /** If set, the message is unread only for these users. */
  readonly unread_for?: readonly number[]
  /** Submessage that makes it a poll or a to-do list. */
  readonly widget?: SubmessageRow
  /** Queue of the sending client, and its own name for the message. */
  readonly local?: { readonly queue_id: string; readonly local_id: string }
}

const isMessageBody = (body: object): body is MessageEventBody => 'message_id' in body

/** Flags of a user at the moment of sending. */
function flagsFor({ flags, unread_for }: MessageEventBody, userId: number): readonly MessageFlag[] {
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
export const messageShaper: Shaper<Prepared | undefined> = {
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
    if (!prepared || !isMessageBody(body)) return undefined
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
      isMessageBody(body) &&
      (narrow as Narrow).every(
        (term) => matchesTerm(term, body, prepared.parts, viewer) !== (term.negated ?? false),
      )
    )
  },
}

/** Messages of log rows, from `known` if this process just sent them; undefined if they are gone. */
async function partsOf(db: Db, rows: readonly LogRow[]): Promise<(MessageParts | undefined)[]> {
  const ids = rows.map((row) => (isMessageBody(row.body) ? row.body.message_id : 0))
  const unknown = ids.filter((_id, index) => rows[index]?.known === undefined)
  if (unknown.length === 0) return rows.map((row) => row.known as MessageParts)
  const messages = await findMessages(db, unknown)
  const direct = [...messages.values()]
    .filter((row) => row.channel_id === 0)
    .map((row) => row.conversation_id)
  const participants = await participantsOf(db, direct)
  // A new message has no reactions: later ones have their own events.
  return rows.map(({ body, known }, index) => {
    if (known !== undefined) return known as MessageParts
    const row = messages.get(ids[index] ?? 0)
    const widget = isMessageBody(body) ? body.widget : undefined
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
  body: MessageEventBody,
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
