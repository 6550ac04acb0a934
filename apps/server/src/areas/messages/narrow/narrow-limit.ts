import type { Narrow } from '@tagma/contract/primitives.ts'
import { hasSharedHistory, mayReadChannel } from '@tagma/rules/channels.ts'
import type { ChannelRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { isSubscribed } from '#store/channels/subscriptions.ts'
import {
  allOf,
  anyOf,
  inSpanOf,
  isDirectFor,
  isInChannels,
  isInConversation,
  type MessageCondition,
  receivedBy,
} from '#store/messages/message-conditions.ts'
import { findMessages } from '#store/messages/messages.ts'
import { receivedSpans, subscribedChannelIds } from '#store/messages/subscription-spans.ts'
import type { SearchScope } from '#store/search/search-index.ts'
import {
  channelOf,
  channelOperators,
  channelsOperators,
  directOperators,
  type Resolving,
  topicConversationOf,
  topicOperators,
} from './narrow-operands.ts'

/**
 * Limits a narrow to messages that the caller may read: in the channels that it names, everything readable; otherwise
 * the messages that the caller received.
 */
export async function limitFor(
  resolving: Resolving,
  narrow: Narrow,
  reach: 'received' | 'readable',
): Promise<{ limit: MessageCondition; scope: SearchScope }> {
  const { db, directory, caller } = resolving
  const own = { userId: caller.id }
  const conversation = narrow.find(({ operator }) => operator === 'conversation')
  if (conversation) {
    // The caller may read this message: it was checked before.
    const row = (await findMessages(db, [Number(conversation.operand)])).get(Number(conversation.operand))
    if (row?.channel_id === 0)
      return {
        limit: isDirectFor(caller.id),
        scope: { ...own, channelIds: [], conversationId: row.conversation_id },
      }
    const channel = directory.channels.get(row?.channel_id ?? 0)
    if (channel) return limitToChannel(channel, row?.conversation_id)
  }
  const term = narrow.find(({ operator, negated }) => channelOperators.has(operator) && !negated)
  if (term) {
    const channel = await channelOf(resolving, term)
    const isIn = await isSubscribed(db, caller.id, channel.id)
    if (!mayReadChannel(directory, caller, channel, isIn))
      throw badRequest('Invalid narrow operator: unknown channel')
    const topic = narrow.find(({ operator, negated }) => topicOperators.has(operator) && !negated)
    return limitToChannel(channel, topic && (await topicConversationOf(db, directory, channel, topic)))
  }
  const isAboutDirect = narrow.some(
    ({ operator, operand, negated }) =>
      !negated &&
      (directOperators.has(operator) ||
        operator === 'dm-with' ||
        operator === 'dm-including' ||
        operator === 'group-pm-with' ||
        (operator === 'is' && (operand === 'dm' || operand === 'private'))),
  )
  if (isAboutDirect) return { limit: isDirectFor(caller.id), scope: { ...own, channelIds: [] } }

  const subscribed = new Set(await subscribedChannelIds(db, caller.id))
  const readable = (channel: ChannelRecord) =>
    mayReadChannel(directory, caller, channel, subscribed.has(channel.id))
  const wholeHistory =
    reach === 'readable' ||
    narrow.some(
      ({ operator, negated, operand }) =>
        (channelsOperators.has(operator) && !negated) ||
        // Messages that were read in a channel's history can have flags too.
        (operator === 'is' && !negated && ['starred', 'mentioned', 'alerted'].includes(String(operand))),
    )
  if (wholeHistory) {
    const channels = [...directory.channels.values()].filter(readable)
    const shared = channels.filter(hasSharedHistory).map(({ id }) => id)
    const received = channels.filter((channel) => !hasSharedHistory(channel)).map(({ id }) => id)
    return {
      limit: anyOf(isInChannels(shared), receivedBy(caller.id, received)),
      scope: { ...own, channelIds: [...shared, ...received] },
    }
  }
  const channelIds = [...(await receivedSpans(db, caller.id)).keys()].filter((id) => {
    const channel = directory.channels.get(id)
    return channel !== undefined && readable(channel)
  })
  return { limit: receivedBy(caller.id, channelIds), scope: { ...own, channelIds } }

  function limitToChannel(channel: ChannelRecord, conversationId?: number) {
    // A topic has an index of its own, so the channel adds nothing.
    const inChannel =
      conversationId === undefined ? isInChannels([channel.id]) : isInConversation(conversationId)
    return {
      limit: hasSharedHistory(channel) ? inChannel : allOf(inChannel, inSpanOf(caller.id)),
      scope: { channelIds: [channel.id], ...(conversationId === undefined ? {} : { conversationId }) },
    }
  }
}
