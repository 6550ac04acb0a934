import type { messageDetails } from '@tagma/contract/events/update-message-flags.ts'
import type { MessageFlag } from '@tagma/contract/objects/message.ts'
import type * as z from 'zod'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { MessageRow } from '#model/message-parts.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { settleAll } from '#model/settle-all.ts'
import { loadMutes } from '#store/channels/mutes.ts'
import type { Tx } from '#store/log/tx.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import {
  countsAsMention,
  findFlags,
  flagBits,
  setFlag,
  type StoredFlag,
} from '#store/messages/message-flags.ts'
import { foreseenMessages } from '#store/messages/messages.ts'
import { subscribedChannelIds } from '#store/messages/subscription-spans.ts'
import { setRead } from '#store/reading/read-state.ts'
import { readableMessages } from '../visibility.ts'

const settable = ['read', 'starred', 'collapsed'] as const
type SettableFlag = (typeof settable)[number]

const isSettable = (flag: string): flag is SettableFlag => (settable as readonly string[]).includes(flag)
const isKnown = (flag: string) =>
  flag in flagBits || flag === 'historical' || flag === 'wildcard_mentioned' || flag === 'has_alert_word'

/** Returns a flag that clients can set. Refuses others. */
export function requireSettableFlag(flag: string): SettableFlag {
  if (isSettable(flag)) return flag
  throw badRequest(isKnown(flag) ? `Flag not editable: '${flag}'` : `Invalid flag: '${flag}'`)
}

export interface UpdatedFlags {
  readonly messages: number[]
  /** Channels without a subscription of the caller: their messages cannot become unread. */
  readonly notSubscribed: number[]
}

/** Adds or removes a flag of the caller on messages they may read, and tells the caller's clients. */
export async function updateFlags(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  { ids, op, flag: named }: { ids: readonly number[]; op: 'add' | 'remove'; flag: string },
): Promise<UpdatedFlags> {
  const flag = requireSettableFlag(named)
  const messages = await readableMessages(tx.db, directory, caller, await foreseenMessages(tx, ids))
  if (messages.length === 0 && ids.length > 0) throw badRequest('Invalid message(s)')

  return changeFlag(tx, caller, messages, op, flag)
}

/** As `updateFlags`, for messages already found to be readable. */
export async function changeFlag(
  tx: Tx,
  caller: UserRecord,
  messages: readonly MessageRow[],
  op: 'add' | 'remove',
  flag: SettableFlag,
): Promise<UpdatedFlags> {
  const notSubscribed = new Set<number>()
  let changed = messages
  if (flag === 'read') {
    // Everything counts as read in channels without a subscription.
    const subscribed = new Set(await subscribedChannelIds(tx.db, caller.id))
    const received = messages.filter(
      (message) => message.channel_id === 0 || subscribed.has(message.channel_id),
    )
    if (op === 'remove') {
      changed = received
      for (const message of messages)
        if (message.channel_id !== 0 && !subscribed.has(message.channel_id))
          notSubscribed.add(message.channel_id)
    }
    await setRead(tx, caller.id, received, op === 'add')
    const own = received.filter((message) => message.sender_id === caller.id).map((message) => message.id)
    await setFlag(tx, caller.id, own, 'ownUnread', op === 'remove')
  } else {
    await setFlag(
      tx,
      caller.id,
      changed.map((message) => message.id),
      flag,
      op === 'add',
    )
  }
  await tellFlags(tx, caller, changed, op, flag)
  return { messages: changed.map((message) => message.id), notSubscribed: [...notSubscribed] }
}

/** Emits the flag event for messages; ids ascending. */
export async function tellFlags(
  tx: Tx,
  caller: UserRecord,
  messages: readonly MessageRow[],
  op: 'add' | 'remove',
  flag: MessageFlag & (SettableFlag | StoredFlag),
): Promise<void> {
  if (messages.length === 0) return
  const ids = messages.map((message) => message.id).toSorted((a, b) => a - b)
  const change = { type: 'update_message_flags', flag, messages: ids, all: false } as const
  const audience = { users: [caller.id] }
  if (op === 'add') {
    tx.emit({ ...change, op, operation: op }, audience)
  } else {
    const details = flag === 'read' ? { message_details: await detailsOf(tx, caller, messages) } : {}
    tx.emit({ ...change, op, operation: op, ...details }, audience)
  }
}

type MessageDetails = z.output<typeof messageDetails>

async function detailsOf(
  tx: Tx,
  caller: UserRecord,
  messages: readonly MessageRow[],
): Promise<Record<string, MessageDetails>> {
  const [flags, participants, isMuted] = await settleAll([
    findFlags(
      tx.db,
      caller.id,
      messages.map((message) => message.id),
    ),
    participantsOf(
      tx.db,
      messages.filter((message) => message.channel_id === 0).map((message) => message.conversation_id),
    ),
    loadMutes(tx.db, caller.id),
  ])
  return Object.fromEntries(
    messages.map((message): [number, MessageDetails] => {
      const muted = isMuted(message.channel_id, message.topic)
      const mentioned = countsAsMention(flags.get(message.id) ?? 0, muted)
        ? ({ mentioned: true } as const)
        : {}
      if (message.channel_id !== 0)
        return [
          message.id,
          { type: 'stream', stream_id: message.channel_id, topic: message.topic, ...mentioned },
        ]
      const others = (participants.get(message.conversation_id) ?? []).filter((id) => id !== caller.id)
      return [message.id, { type: 'private', user_ids: others, ...mentioned }]
    }),
  )
}
