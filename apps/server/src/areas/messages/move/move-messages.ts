import { limits } from '@tagma/contract/limits.ts'
import type { PropagateMode } from '@tagma/contract/objects/message.ts'
import { hasSharedHistory, mayPost, mayReadChannel } from '@tagma/rules/channels.ts'
import { earliestMovable, mayMoveOut, mayMoveWithin, mayResolve } from '@tagma/rules/messages.ts'
import { mayCreateTopic, onlyResolves, topicProblem } from '@tagma/rules/topics.ts'
import { topicLinksOf } from '#areas/linkifiers/compiled-linkifiers.ts'
import { moveVisibility } from '#areas/user-topics/move-visibility.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { HistoryEntry } from '#model/history-entry.ts'
import type { LogEventOf } from '#model/log-event.ts'
import type { MessageRow } from '#model/message-parts.ts'
import { must } from '#model/must.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import { settleAll } from '#model/settle-all.ts'
import { isSubscribed, subscribersOf } from '#store/channels/subscriptions.ts'
import { foresee, type Foreseen } from '#store/log/foresight.ts'
import type { Tx } from '#store/log/tx.ts'
import {
  conversationByKey,
  findConversation,
  findTopic,
  topicConversation,
} from '#store/messages/conversations.ts'
import { firstMessageOf } from '#store/messages/message-bounds.ts'
import { flagHolders } from '#store/messages/message-flags.ts'
import { findMessages } from '#store/messages/messages.ts'
import { giveToSubscribers, receivedSpans } from '#store/messages/subscription-spans.ts'
import {
  dropFlags,
  messageIdsOf,
  messagesSince,
  moveConversation,
  type MovedGroup,
  moveMessageRows as moveRows,
} from '#store/reading/message-moves.ts'
import { topicKey } from '#store/sql/conversation-keys.ts'
import { audienceOfMessages } from '../audience.ts'
import { historyOf, parseMoves, type TopicMove } from '../message-history.ts'
import { foreseeFinding, requireMessage } from '../require-message.ts'
import { unknownChannel } from '../send/resolve-destination.ts'
import { tellFirstMessage } from '../send/tell-first-message.ts'

/** Deciding needs a transaction, or these parts of one: a plan is also made outside of any. */
type Reading = Tx | Pick<Tx, 'db' | 'organizationId' | 'now'>

export interface Move {
  readonly id: number
  readonly propagateMode: PropagateMode
  /** Undefined keeps the channel. */
  readonly channel: ChannelRecord | undefined
  /** As `requireTopic` returns it; undefined keeps the topic. */
  readonly topic: string | undefined
}

export interface Moved {
  readonly from: { readonly channel: ChannelRecord; readonly topic: string }
  readonly to: { readonly channel: ChannelRecord; readonly topic: string }
  readonly ids: readonly number[]
  /** True when messages stayed behind. */
  readonly isPartial: boolean
}

interface MovePlan extends Moved {
  readonly message: MessageRow
  /** Topic with the new name; undefined if the name is free. */
  readonly target: { readonly id: number } | undefined
  readonly mode: PropagateMode
}

/**
 * Plans a move of a message that the caller may read, if the caller may ask for it. Returns undefined when nothing would
 * change.
 */
export async function planMove(
  tx: Reading,
  directory: OrganizationDirectory,
  caller: UserRecord,
  move: Move,
  message: MessageRow,
): Promise<MovePlan | undefined> {
  const channel = directory.channels.get(message.channel_id)
  if (!channel) throw badRequest('Direct messages cannot be moved to a channel or a topic.')
  const asked = { channel: move.channel ?? channel, topic: move.topic ?? message.topic }
  // Asked together, they share a round trip to the database.
  const [target, total] = await settleAll([
    topicAt(tx, asked.channel.id, asked.topic),
    messageIdsOf(tx.db, message.conversation_id),
  ])
  // The existing topic keeps its name in its case.
  const to = target && target.id !== message.conversation_id ? { ...asked, topic: target.topic } : asked
  if (to.channel.id === channel.id && to.topic === message.topic) return undefined
  await requireMovable(tx, directory, caller, message, channel, to, target !== undefined)

  // Topics that differ only in case are the same one: it is renamed as a whole.
  const isRename = to.channel.id === channel.id && topicKey(to.topic) === topicKey(message.topic)
  const mode = isRename ? 'change_all' : move.propagateMode
  const ids: readonly number[] = isRename
    ? total
    : await movableIds(tx, caller, message, channel, mode, total)
  await requireRecent(tx, directory, caller, message, to.channel.id !== channel.id, mode, ids, total)
  return {
    message,
    mode,
    target,
    from: { channel, topic: message.topic },
    to,
    ids,
    isPartial: ids.length < total.length,
  }
}

const topicAt = (tx: Reading, channelId: number, topic: string) =>
  'find' in tx
    ? tx.find(conversationByKey, { channelId, key: topicKey(topic) })
    : findTopic(tx.db, tx.organizationId, channelId, topic)

/** Facts that `moveMessages` will look up, as far as a plan made before tells. */
export const foreseeMove = ({ message, to }: MovePlan): Foreseen[] => [
  ...foreseeFinding([message.id]),
  foresee(conversationByKey, { channelId: to.channel.id, key: topicKey(to.topic) }),
]

/**
 * Moves messages to another topic or channel. Changes one row if a whole topic gets an unused name; otherwise puts the
 * messages into the other conversation. Returns undefined when nothing would change.
 */
export async function moveMessages(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  move: Move,
): Promise<Moved | undefined> {
  const moving = await requireMessage(tx, directory, caller, move.id)
  const plan = await planMove(tx, directory, caller, move, moving)
  if (!plan) return undefined
  const { message, mode, target, to, ids } = plan
  const { channel } = plan.from

  const places = [...new Set([channel, to.channel])]
  const [firsts, audience, losers, others] = await settleAll([
    firstMessages(tx, places),
    audienceOfMessages(tx.db, directory, message, ids, caller.id),
    usersLosing(tx, directory, channel, to.channel, ids),
    target && target.id !== message.conversation_id ? messageIdsOf(tx.db, target.id) : [],
  ])
  await carryOut(tx, caller, message, plan)
  if (to.channel.id !== channel.id && !hasSharedHistory(to.channel))
    await giveToSubscribers(tx, to.channel.id, ids)
  if (losers.length > 0) await dropFlags(tx, losers, ids)

  const event: LogEventOf<'update_message'> = {
    type: 'update_message',
    user_id: caller.id,
    rendering_only: false,
    message_id: message.id,
    message_ids: [...ids],
    edit_timestamp: tx.now,
    stream_id: channel.id,
    stream_name: channel.name,
    propagate_mode: mode,
    orig_subject: message.topic,
    ...(to.channel.id === channel.id ? {} : { new_stream_id: to.channel.id }),
    ...(to.topic === message.topic
      ? {}
      : { subject: to.topic, topic_links: topicLinksOf(directory, to.topic) }),
  }
  tx.emit(event, { ...audience, except: losers })
  for (let start = 0; losers.length > 0 && start < ids.length; start += limits.messagesPerBatch)
    tx.emit(
      {
        type: 'delete_message',
        message_ids: ids.slice(start, start + limits.messagesPerBatch),
        message_type: 'stream',
        stream_id: channel.id,
        topic: message.topic,
      },
      { users: losers },
    )
  const [nexts] = await settleAll([
    firstMessages(tx, places),
    plan.isPartial
      ? undefined
      : moveVisibility(
          tx,
          directory,
          { channelId: channel.id, topic: message.topic },
          { channelId: to.channel.id, topic: to.topic },
          { isMerge: others.length > 0, losers },
        ),
  ])
  for (const [index, place] of places.entries()) {
    const next = nexts[index] ?? null
    if (next !== firsts[index]) tellFirstMessage(tx, directory, place, next)
  }
  return plan
}

const firstMessages = (tx: Tx, channels: readonly ChannelRecord[]): Promise<(number | null)[]> =>
  settleAll(channels.map(({ id }) => firstMessageOf(tx.db, id)))

async function requireMovable(
  tx: Reading,
  directory: OrganizationDirectory,
  caller: UserRecord,
  message: MessageRow,
  channel: ChannelRecord,
  to: { channel: ChannelRecord; topic: string },
  isTopicThere: boolean,
): Promise<void> {
  if (channel.isArchived) throw badRequest('Messages of an archived channel cannot be moved.')
  if (to.channel.id !== channel.id) {
    const isIn = await isSubscribed(tx.db, caller.id, to.channel.id)
    if (!mayReadChannel(directory, caller, to.channel, isIn)) throw unknownChannel(to.channel.id)
    if (to.channel.isArchived) throw badRequest('Messages cannot be moved to an archived channel.')
    if (!mayMoveOut(directory, caller, channel))
      throw badRequest("You don't have permission to move this message")
    if (!mayPost(directory, caller, to.channel))
      throw badRequest(`You don't have permission to post in channel '${to.channel.name}'`)
  }
  if (to.topic !== message.topic) {
    const allowed =
      mayMoveWithin(directory, caller, channel) ||
      (to.channel.id === channel.id &&
        onlyResolves(message.topic, to.topic) &&
        mayResolve(directory, caller, channel))
    if (!allowed) throw badRequest("You don't have permission to edit this message")
  }
  const problem = topicProblem(directory, to.channel, to.topic)
  if (problem !== undefined) throw badRequest(problem)
  if (!isTopicThere && !mayCreateTopic(directory, caller, to.channel)) {
    const isSameTopic = to.channel.id === channel.id && onlyResolves(message.topic, to.topic)
    if (!isSameTopic) throw badRequest('You do not have permission to create new topics in this channel.')
  }
}

/** Ids of the messages that the caller asked for and may read, ascending. */
async function movableIds(
  tx: Reading,
  caller: UserRecord,
  message: MessageRow,
  channel: ChannelRecord,
  mode: PropagateMode,
  total: readonly number[],
): Promise<number[]> {
  if (mode === 'change_one') return [message.id]
  const asked = mode === 'change_all' ? [...total] : total.filter((id) => id >= message.id)
  if (hasSharedHistory(channel)) return asked
  const spans = (await receivedSpans(tx.db, caller.id)).get(channel.id) ?? []
  return asked.filter((id) => spans.some((span) => span.after < id && id <= span.until))
}

async function requireRecent(
  tx: Reading,
  directory: OrganizationDirectory,
  caller: UserRecord,
  message: MessageRow,
  isToOtherChannel: boolean,
  mode: PropagateMode,
  ids: readonly number[],
  total: readonly number[],
): Promise<void> {
  const earliest = earliestMovable(directory, caller, isToOtherChannel, tx.now)
  const oldest = ids[0]
  if (earliest === undefined || oldest === undefined) return
  const oldestRow = oldest === message.id ? message : (await findMessages(tx.db, [oldest])).get(oldest)
  if (!oldestRow || oldestRow.sent_at >= earliest) return
  const { count, first } =
    mode === 'change_all'
      ? await messagesSince(tx.db, message.conversation_id, earliest)
      : { count: 0, first: undefined }
  if (count === 0)
    throw badRequest(
      `The time limit for editing this message's ${isToOtherChannel ? 'channel' : 'topic'} has passed`,
    )
  throw new Refusal(
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    `You only have permission to move the ${count}/${total.length} most recent messages in this topic.`,
    {
      first_message_id_allowed_to_move: first,
      total_messages_in_topic: total.length,
      total_messages_allowed_to_move: count,
    },
  )
}

/** Users who may read the messages in the old channel, but not in the new one. */
async function usersLosing(
  tx: Tx,
  directory: OrganizationDirectory,
  from: ChannelRecord,
  to: ChannelRecord,
  ids: readonly number[],
): Promise<number[]> {
  if (from.id === to.id) return []
  const [subscribers, holders] = await settleAll([
    subscribersOf(tx.db, [from.id, to.id]),
    flagHolders(tx.db, ids),
  ])
  const there = new Set(subscribers.get(to.id))
  const concerned = new Set([...(subscribers.get(from.id) ?? []), ...holders])
  return [...concerned].filter((id) => {
    const user = directory.users.get(id)
    if (!user) return true
    // Without shared history, exactly the current subscribers see the moved messages.
    return hasSharedHistory(to) ? !mayReadChannel(directory, user, to, there.has(id)) : !there.has(id)
  })
}

async function carryOut(
  tx: Tx,
  caller: UserRecord,
  message: MessageRow,
  { from: { channel }, to, ids, isPartial, target }: MovePlan,
): Promise<void> {
  const from = { conversationId: message.conversation_id, channelId: channel.id }
  const entry: HistoryEntry = {
    ...(to.topic === message.topic ? {} : { topic: to.topic, prev_topic: message.topic }),
    ...(to.channel.id === channel.id ? {} : { stream: to.channel.id, prev_stream: channel.id }),
    timestamp: tx.now,
    user_id: caller.id,
  }
  if (!isPartial && (!target || target.id === from.conversationId)) {
    const moves: TopicMove[] = [
      ...parseMoves(message.moves),
      { ...entry, through: must(ids.at(-1), 'a whole topic without messages moves') },
    ]
    await moveConversation(tx, from, {
      channelId: to.channel.id,
      topic: to.topic,
      moves: JSON.stringify(moves),
    })
    return
  }
  const { id } = await topicConversation(tx, to.channel.id, to.topic)
  const [conversation, groups] = await settleAll([findConversation(tx.db, id), groupsOf(tx, ids, entry)])
  await moveRows(tx, groups, from, {
    conversationId: id,
    channelId: to.channel.id,
    movesTaken: parseMoves(conversation?.moves ?? null).length,
  })
}

/** Groups the messages by their history after the move: most have the same. */
async function groupsOf(tx: Tx, ids: readonly number[], entry: HistoryEntry): Promise<MovedGroup[]> {
  const groups = new Map<string, number[]>()
  for (const row of (await findMessages(tx.db, ids)).values()) {
    const history = JSON.stringify([entry, ...historyOf(row)])
    const group = groups.get(history)
    if (group) group.push(row.id)
    else groups.set(history, [row.id])
  }
  return [...groups].map(([editHistory, group]) => ({ ids: group, editHistory }))
}
