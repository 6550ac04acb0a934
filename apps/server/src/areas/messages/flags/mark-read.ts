import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { settleAll } from '#model/settle-all.ts'
import { isSubscribed, subscribed } from '#store/channels/subscriptions.ts'
import { foresee, type Foreseen } from '#store/log/foresight.ts'
import type { Tx } from '#store/log/tx.ts'
import { conversationByKey, findConversation } from '#store/messages/conversations.ts'
import { newestMessage, newestMessageOf } from '#store/messages/message-bounds.ts'
import { setFlag } from '#store/messages/message-flags.ts'
import {
  messagesFrom,
  setAllRead,
  setChannelRead,
  setConversationRead,
  setRead,
} from '#store/reading/read-state.ts'
import { type Unread, unreadIds, unreadMessages } from '#store/reading/unread-messages.ts'
import { topicKey } from '#store/sql/conversation-keys.ts'
import { readableChannel } from '../narrow/readable-channel.ts'

/** Marks everything as read. Writes a few rows, for any number of messages. */
export async function markAllRead(tx: Tx, caller: UserRecord): Promise<void> {
  const [unread, newest] = await settleAll([
    unreadMessages(tx.db, caller.id),
    newestMessage(tx.db, tx.organizationId),
  ])
  await setAllRead(tx, caller.id, newest)
  await tellRead(tx, caller, unread)
}

/** Marks a channel as read. */
export async function markChannelRead(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  channelId: number,
): Promise<void> {
  const channel = await readableChannel(tx, directory, caller, channelId)
  const [unread, newest] = await settleAll([
    unreadMessages(tx.db, caller.id, { channelId: channel.id }),
    newestMessageOf(tx.db, channel.id),
  ])
  await setChannelRead(tx, caller.id, channel.id, newest)
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
  const channel = await readableChannel(tx, directory, caller, channelId)
  const found = await tx.find(conversationByKey, { channelId, key: keyOfNamed(name) })
  if (!found) throw badRequest(`No such topic '${name}'`)
  if (!(await isSubscribed(tx, caller.id, channel.id))) return
  const [unread, topic] = await settleAll([
    unreadMessages(tx.db, caller.id, { conversationId: found.id }),
    findConversation(tx.db, found.id),
  ])
  if (topic) await setConversationRead(tx, caller.id, topic.id, topic.newest_message_id)
  await tellRead(tx, caller, unread)
}

/** Facts that `markTopicRead` will look up. */
export const foreseeTopicRead = (userId: number, channelId: number, name: string): Foreseen[] => [
  foresee(conversationByKey, { channelId, key: keyOfNamed(name) }),
  foresee(subscribed, { userId, channelId }),
]

const keyOfNamed = (name: string) => topicKey(name === emptyTopicName ? '' : name)

/** Facts that `markChannelRead` will look up. */
export const foreseeChannelRead = (userId: number, channelId: number): Foreseen[] => [
  foresee(subscribed, { userId, channelId }),
]

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
