import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'
import { badRequest } from '#server/refusal.ts'
import { findTopic } from '#store/conversations.ts'
import { setFlag, flagBits } from '#store/message-flags.ts'
import {
  setAllRead,
  setChannelRead,
  setConversationRead,
  type UnreadMessage,
  unreadMessages,
} from '#store/read-state.ts'
import { isSubscribed } from '#store/subscriptions.ts'
import type { Tx } from '#store/transactions.ts'
import { readableChannel } from './readable-channel.ts'
import { emptyTopicName } from './render-content.ts'

/** Marks everything as read: a few rows, however much it is. */
export async function markAllRead(tx: Tx, caller: UserRecord): Promise<void> {
  const unread = await unreadMessages(tx.db, caller.id, Infinity)
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
  const unread = await unreadMessages(tx.db, caller.id, Infinity, { channelId: channel.id })
  await setChannelRead(tx, caller.id, channel.id)
  await tellRead(tx, caller, unread)
}

/** Marks a topic as read: one row. */
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
  const unread = await unreadMessages(tx.db, caller.id, Infinity, { conversationId: topic.id })
  await setConversationRead(tx, caller.id, topic.id)
  await tellRead(tx, caller, unread)
}

async function tellRead(tx: Tx, caller: UserRecord, unread: readonly UnreadMessage[]): Promise<void> {
  if (unread.length === 0) return
  const own = unread.filter((message) => message.flags & flagBits.ownUnread).map(({ id }) => id)
  if (own.length > 0) await setFlag(tx, caller.id, own, 'ownUnread', false)
  tx.emit(
    {
      type: 'update_message_flags',
      op: 'add',
      operation: 'add',
      flag: 'read',
      messages: unread.map(({ id }) => id),
      all: false,
    },
    { users: [caller.id] },
  )
}
