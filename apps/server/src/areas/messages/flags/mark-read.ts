import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { isSubscribed } from '#store/channels/subscriptions.ts'
import type { Tx } from '#store/log/transactions.ts'
import { findTopic } from '#store/messages/conversations.ts'
import { setFlag } from '#store/messages/message-flags.ts'
import {
  messagesFrom,
  setAllRead,
  setChannelRead,
  setConversationRead,
  setRead,
} from '#store/reading/read-state.ts'
import { type Unread, unreadIds, unreadMessages } from '#store/reading/unread-messages.ts'
import { readableChannel } from '../narrow/readable-channel.ts'

/** Marks everything as read. Writes a few rows, for any number of messages. */
export async function markAllRead(tx: Tx, caller: UserRecord): Promise<void> {
  const unread = await unreadMessages(tx.db, caller.id)
  await setAllRead(tx, caller.id)
  await tellRead(tx, caller, unread)
}

/** Marks a channel as read. */
export async function markChannelRead(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  channelId: number,
): Promise<void> {
  const channel = await readableChannel(tx.db, directory, caller, channelId)
  const unread = await unreadMessages(tx.db, caller.id, { channelId: channel.id })
  await setChannelRead(tx, caller.id, channel.id)
  await tellRead(tx, caller, unread)
}

/** Marks a topic as read. Writes one row. */
export async function markTopicRead(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  channelId: number,
  name: string,
): Promise<void> {
  const channel = await readableChannel(tx.db, directory, caller, channelId)
  const topic = await findTopic(tx.db, tx.organizationId, channel.id, name === emptyTopicName ? '' : name)
  if (!topic) throw badRequest(`No such topic '${name}'`)
  if (!(await isSubscribed(tx.db, caller.id, channel.id))) return
  const unread = await unreadMessages(tx.db, caller.id, { conversationId: topic.id })
  await setConversationRead(tx, caller.id, topic.id)
  await tellRead(tx, caller, unread)
}

/** Marks all messages of another user as read. */
export async function markReadFrom(tx: Tx, caller: UserRecord, senderId: number): Promise<void> {
  const unread = unreadIds(await unreadMessages(tx.db, caller.id))
  const messages = await messagesFrom(tx.db, senderId, unread)
  await setRead(tx, caller.id, messages, true)
  emitRead(
    tx,
    caller,
    messages.map(({ id }) => id),
  )
}

async function tellRead(tx: Tx, caller: UserRecord, unread: Unread): Promise<void> {
  if (unread.own.length > 0) await setFlag(tx, caller.id, unread.own, 'ownUnread', false)
  emitRead(tx, caller, unreadIds(unread))
}

function emitRead(tx: Tx, caller: UserRecord, messages: readonly number[]): void {
  if (messages.length === 0) return
  tx.emit(
    { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages, all: false },
    { users: [caller.id] },
  )
}
