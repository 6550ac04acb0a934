import type { Buttons } from '@tagma/contract/objects/buttons.ts'
import type { MessageFlag } from '@tagma/contract/objects/message.ts'
import type { Facts } from '@tagma/markdown/facts.ts'
import type { Rendered } from '@tagma/markdown/render.ts'
import { can } from '@tagma/rules/can.ts'
import { mayPost, mayReadChannel } from '@tagma/rules/channels.ts'
import { mayCreateTopic, topicProblem } from '@tagma/rules/topics.ts'
import { findChannel } from '#areas/channels/require-channel.ts'
import { claimableAttachments, claimAttachments } from '#areas/uploads/claim-attachments.ts'
import {
  applyAutomaticVisibility,
  type AutomaticPolicy,
  topicActs,
} from '#areas/user-topics/automatic-visibility.ts'
import { tellMet } from '#areas/users/tell-sight.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import type { LogEventOf } from '#model/log-event.ts'
import type { MessageParts } from '#model/message-parts.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { isSubscribed } from '#store/channels/subscriptions.ts'
import type { Tx } from '#store/log/tx.ts'
import { conversationByKey, directConversation, topicConversation } from '#store/messages/conversations.ts'
import { wishPreviews } from '#store/messages/link-previews.ts'
import { newestMessageOf } from '#store/messages/message-bounds.ts'
import { flagBits, flagNames, insertFlags } from '#store/messages/message-flags.ts'
import { insertMessage } from '#store/messages/messages.ts'
import { insertSentMessage, type LocalName, sentMessage } from '#store/messages/sent-messages.ts'
import { insertSubmessage } from '#store/messages/submessages.ts'
import { setReadForMuters, setReadOnArrival } from '#store/reading/read-on-arrival.ts'
import { participantsKey, topicKey } from '#store/sql/conversation-keys.ts'
import { contentFlags } from '../render/content-flags.ts'
import { groupMentionProblem } from '../render/group-mention-problem.ts'
import { requireWildcardRight } from '../render/require-wildcard-right.ts'
import { commandGiven, tellCommand } from './give-command.ts'
import { type Destination, unknownChannel } from './resolve-destination.ts'
import { tellFirstMessage } from './tell-first-message.ts'

export interface NewMessage {
  readonly sender: UserRecord
  /** User whose permissions count, if a system bot posts for somebody else. */
  readonly author?: UserRecord
  readonly destination: Destination
  /** As `requireContent` returns it. */
  readonly content: string
  readonly rendered: Rendered
  /** Buttons below a bot's message. */
  readonly buttons?: Buttons | undefined
  readonly client: string
  readonly readBySender: boolean
  /** For a channel message: it is unread only for these subscribers. */
  readonly unreadFor?: ReadonlySet<number>
  /** Queue of the sending client, and its own name for the message. Nothing is sent twice under one name. */
  readonly local?: LocalName
}

export interface SentMessage {
  readonly id: number
  /** New visibility policy of the topic for the sender, if sending changed it. */
  readonly newPolicy?: AutomaticPolicy | undefined
}

/** Sends a message. If its client has already sent it, returns the result of the first time. */
export async function sendMessage(
  tx: Tx,
  directory: OrganizationDirectory,
  message: NewMessage,
): Promise<SentMessage> {
  const { sender, local } = message
  const before = local && (await tx.find(sentMessage, { userId: sender.id, local }))
  if (before) return { id: before.message_id, newPolicy: before.new_policy ?? undefined }
  const sent = await sendOnce(tx, directory, message)
  if (local) await insertSentMessage(tx, sender.id, local, sent)
  return sent
}

/**
 * Writes the message, the flags of the few users that it concerns most, and one event, for any number of recipients.
 */
async function sendOnce(tx: Tx, directory: OrganizationDirectory, message: NewMessage): Promise<SentMessage> {
  const { sender, destination, local } = message
  const author = message.author ?? sender
  const mentionProblem = groupMentionProblem(directory, author, message.rendered.facts)
  if (mentionProblem !== undefined) throw badRequest(mentionProblem)
  const conversation =
    destination.kind === 'channel'
      ? await channelConversation(tx, directory, author, destination, message.rendered.facts)
      : await participantsConversation(tx, directory, sender, destination.users)
  const channelId = destination.kind === 'channel' ? destination.channel.id : 0
  const isFirst =
    destination.kind === 'channel' && conversation.isNew && (await newestMessageOf(tx.db, channelId)) === 0
  const place: Place = { conversationId: conversation.id, channelId }
  const given = await commandGiven(tx, directory, message)
  const { row, widget } = await insertContent(tx, directory, message, place)
  const { id } = row
  const flags = await setFlags(tx, directory, message, { id, ...place })
  const event: LogEventOf<'message'> = {
    type: 'message',
    message_id: id,
    flags,
    ...(message.unreadFor ? { unread_for: [...message.unreadFor] } : {}),
    ...(widget ? { widget } : {}),
    ...(given ? { command_bot: given.bot.id } : {}),
    ...(local ? { local } : {}),
  }
  const known: MessageParts = {
    row: { ...row, topic: conversation.topic, moves: null },
    participants: destination.kind === 'direct' ? ascending(destination.users.map((user) => user.id)) : [],
    reactions: [],
    submessages: widget ? [widget] : [],
  }
  tx.emit(
    event,
    destination.kind === 'channel'
      ? // A sender without a subscription still sees their own message.
        { received: { channel: channelId, message: id }, users: [sender.id] }
      : { users: destination.users.map((user) => user.id) },
    known,
  )
  if (given) await tellCommand(tx, message, id, given)
  if (isFirst) tellFirstMessage(tx, directory, destination.channel, id)
  if (destination.kind === 'direct') return { id }
  const newPolicy = await applyAutomaticVisibility(
    tx,
    directory,
    { channelId, topic: destination.topic },
    sender,
    conversation.isNew ? topicActs.starts : topicActs.sends,
    message.rendered.facts.mentionedUserIds,
  )
  return { id, newPolicy }
}

/** Destination of a message; `channelId` is 0 for direct messages. */
interface Place {
  readonly conversationId: number
  readonly channelId: number
}

/** Inserts the message, its widget, and its claims to uploaded files. */
async function insertContent(tx: Tx, directory: OrganizationDirectory, message: NewMessage, place: Place) {
  const { sender, rendered } = message
  const { html, facts } = rendered
  const attachments =
    facts.uploadPathIds.length > 0
      ? await claimableAttachments(tx.db, directory, sender, facts.uploadPathIds)
      : []
  const row = await insertMessage(tx, {
    conversationId: place.conversationId,
    channelId: place.channelId,
    senderId: sender.id,
    client: message.client,
    content: message.content,
    rendered: html,
    isMeMessage: facts.isMeMessage,
    hasLink: facts.hasLink,
    hasImage: facts.hasImage,
    hasAttachment: attachments.length > 0,
  })
  if (attachments.length > 0) await claimAttachments(tx, row.id, attachments)
  if (facts.pageUrls.length > 0) await wishPreviews(tx, row.id)
  const shown = message.buttons ?? rendered.widget
  const widget = shown
    ? await insertSubmessage(tx, {
        message_id: row.id,
        sender_id: sender.id,
        msg_type: 'widget',
        content: JSON.stringify(shown),
      })
    : undefined
  return { row, widget }
}

/**
 * Writes the flags of the message: for users who have read it on arrival, and for users that it concerns. Returns the
 * flags for its event.
 */
async function setFlags(
  tx: Tx,
  directory: OrganizationDirectory,
  { sender, destination, rendered, readBySender, unreadFor }: NewMessage,
  { id, conversationId, channelId }: Place & { readonly id: number },
): Promise<Record<string, MessageFlag[]>> {
  const bits = await contentFlags(tx.db, directory, rendered.facts, {
    conversationId,
    channelId,
    participants: destination.kind === 'direct' ? destination.users.map((user) => user.id) : undefined,
    senderId: sender.id,
  })
  // A sender without a subscription does not receive the message, so it cannot be unread for them.
  const isUnread =
    !readBySender && (destination.kind === 'direct' || (await isSubscribed(tx, sender.id, channelId)))
  if (isUnread) bits.set(sender.id, (bits.get(sender.id) ?? 0) | flagBits.ownUnread)
  if (bits.size > 0) await insertFlags(tx, id, bits)

  if (unreadFor) await setReadOnArrival(tx, { id, conversationId, channelId }, unreadFor)
  const muters = isSystemBot(sender)
    ? []
    : await setReadForMuters(tx, { id, conversationId, channelId, senderId: sender.id })

  const flags: Record<string, MessageFlag[]> = {}
  for (const [userId, stored] of bits) {
    const names = flagNames(stored)
    if (names.length > 0) flags[userId] = names
  }
  for (const userId of isUnread ? muters : [...muters, sender.id])
    flags[userId] = ['read', ...(flags[userId] ?? [])]
  // An object that grew by numbers has room for all ids up to the largest, kilobytes; one that was parsed has not. The
  // newest rows of the log stay in memory.
  return JSON.parse(JSON.stringify(flags)) as typeof flags
}

async function channelConversation(
  tx: Tx,
  directory: OrganizationDirectory,
  sender: UserRecord,
  { channel, topic, isReadable }: Extract<Destination, { kind: 'channel' }>,
  facts: Facts,
): Promise<{ id: number; topic: string; isNew: boolean }> {
  if (isSystemBot(sender)) return topicConversation(tx, channel.id, topic)
  if (!isReadable && !(await findChannel(tx, directory, sender, channel.id, mayReadChannel)))
    throw unknownChannel(channel.id)
  if (channel.isArchived)
    throw badRequest(`Not authorized to send to channel '${channel.name}': it is archived`)
  if (!mayPost(directory, sender, channel))
    throw badRequest(`Not authorized to send to channel '${channel.name}'`)
  const problem = topicProblem(directory, channel, topic)
  if (problem !== undefined) throw badRequest(problem)
  const found = await tx.find(conversationByKey, { channelId: channel.id, key: topicKey(topic) })
  if (!found && !mayCreateTopic(directory, sender, channel))
    throw badRequest('You do not have permission to create new topics in this channel.')
  await requireWildcardRight(tx.db, directory, sender, channel, found?.id ?? -1, facts)
  return found ? { ...found, isNew: false } : topicConversation(tx, channel.id, topic)
}

async function participantsConversation(
  tx: Tx,
  directory: OrganizationDirectory,
  sender: UserRecord,
  users: readonly UserRecord[],
): Promise<{ id: number; topic: string; isNew: boolean }> {
  const others = users.filter((user) => user.id !== sender.id)
  if (!isSystemBot(sender) && others.some((user) => user.botType === null)) {
    const allowed = users.some((user) => can(directory, user, 'direct_message_permission_group'))
    if (!allowed) throw badRequest('Direct messages are disabled in this organization.')
    const key = participantsKey(users.map((user) => user.id))
    const exists = await tx.find(conversationByKey, { channelId: 0, key })
    if (!exists && !can(directory, sender, 'direct_message_initiator_group')) {
      throw badRequest('You do not have permission to initiate direct message conversations.')
    }
  }
  // Before the conversation exists, people who meet in it learn of each other.
  await tellMet(tx, directory, users)
  return {
    id: await directConversation(
      tx,
      users.map((user) => user.id),
    ),
    topic: '',
    isNew: false,
  }
}

const ascending = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b)
