import { setImmediate } from 'node:timers/promises'
import type { LogRow } from '#model/log-row.ts'
import type { MessageRow } from '#model/message-parts.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import { flagNames, flagsOfMessage } from '#store/messages/message-flags.ts'
import { findMessages } from '#store/messages/messages.ts'
import { subscriptionsAmong } from '#store/notifying/notification-wishes.ts'
import { type PendingNotification, pendingNotifications } from '#store/notifying/notified-messages.ts'
import {
  type DecisionContext,
  decideForEdit,
  decideForMessage,
  type Notification,
} from './decide-for-message.ts'

/** Consequence of a log row: people to notify of a message, or notifications to take back. */
export type Step =
  | {
      readonly kind: 'message'
      readonly row: MessageRow
      /** Participants of a direct message. */
      readonly participants: readonly number[]
      readonly notifications: readonly Notification[]
      /** Position of its row in the log. */
      readonly position: number
    }
  | {
      readonly kind: 'gone'
      readonly messages: readonly number[]
      /** Undefined means everybody. */
      readonly users: readonly number[] | undefined
    }

/** Number of people in one transaction that writes notifications; a single message may need more. */
const peoplePerCommit = 1000

/** Yields the steps of log rows in their order: in portions, each with the last position that it covers. */
export async function* stepsForRows(
  context: DecisionContext,
  rows: readonly LogRow[],
): AsyncGenerator<{ steps: readonly Step[]; position: number }> {
  const { db } = context.services.data
  const named = rows.flatMap(({ body }) =>
    body.type === 'message' || body.type === 'update_message' ? [body.message_id] : [],
  )
  const messages = await findMessages(db, named)
  let steps: Step[] = []
  let people = 0
  for (const row of rows) {
    // The embedded engine answers without a pause, so others get their turn here.
    await setImmediate()
    const own = await stepsForRow(context, row, messages)
    steps.push(...own)
    for (const step of own)
      people += step.kind === 'message' ? step.notifications.length : step.messages.length
    if (people >= peoplePerCommit || row === rows.at(-1)) {
      yield { steps, position: row.id }
      steps = []
      people = 0
    }
  }
}

async function stepsForRow(
  context: DecisionContext,
  { id: position, body, audience }: LogRow,
  messages: ReadonlyMap<number, MessageRow>,
): Promise<Step[]> {
  const { db } = context.services.data
  switch (body.type) {
    case 'message': {
      // If the sender has deleted it meanwhile, nobody is notified.
      const row = messages.get(body.message_id)
      if (!row) return []
      return notify(context, row, await decideForMessage(context, row, body.flags), position)
    }
    case 'update_message': {
      const row = messages.get(body.message_id)
      const moved =
        body.new_stream_id === undefined
          ? []
          : await unsubscribedOf(context, body.message_ids, body.new_stream_id)
      if (!row || body.prior_flags === undefined) return gone(moved)
      const after = await flagsOfMessage(db, row.id)
      const edit = await decideForEdit(
        context,
        row,
        body.prior_flags,
        Object.fromEntries([...after].map(([userId, bits]) => [userId, flagNames(bits)])),
      )
      return [
        ...(edit.gone.length > 0 ? [{ kind: 'gone', messages: [row.id], users: edit.gone } as const] : []),
        ...(await notify(context, row, edit.notifications, position)),
      ]
    }
    case 'delete_message': {
      const ids = body.message_ids
      // A message that still exists was only hidden from the audience.
      const present = await findMessages(db, ids)
      return [
        { kind: 'gone', messages: ids.filter((id) => !present.has(id)), users: undefined },
        { kind: 'gone', messages: [...present.keys()], users: audience.users ?? [] },
      ]
    }
    case 'update_message_flags':
      return body.flag === 'read' && body.op === 'add'
        ? [{ kind: 'gone', messages: body.messages, users: audience.users ?? [] }]
        : []
    case 'subscription': {
      if (body.op !== 'remove') return []
      const left = new Set(body.subscriptions.map((one) => one.stream_id))
      return pending(context, audience.users ?? [], ({ channelId }) => left.has(channelId))
    }
    case 'muted_users': {
      const muted = new Set(body.muted_users.map((one) => one.id))
      return pending(context, audience.users ?? [], ({ senderId }) => muted.has(senderId))
    }
    case 'realm_user': {
      // Rows about an avatar or an address name only the user.
      if (body.op !== 'update' || !('person' in body)) return []
      const { user_id, is_active } = body.person
      return is_active === false ? pending(context, [user_id], () => true) : []
    }
    default:
      return []
  }
}

async function notify(
  { services, asked }: DecisionContext,
  row: MessageRow,
  notifications: readonly Notification[],
  position: number,
): Promise<Step[]> {
  if (notifications.length === 0) return []
  const id = row.conversation_id
  const people =
    row.channel_id === 0
      ? await asked.answer(`people ${id}`, () => participantsOf(services.data.db, [id]))
      : undefined
  const participants = people?.get(id) ?? []
  return [{ kind: 'message', row, notifications, participants, position }]
}

/** Takes back the users' notifications that meet a condition. */
async function pending(
  { services }: DecisionContext,
  users: readonly number[],
  applies: (one: PendingNotification) => boolean,
): Promise<Step[]> {
  return gone((await pendingNotifications(services.data.db, 'user_id', users)).filter(applies))
}

/**
 * Finds the notifications of moved messages whose recipients are not subscribed to the new channel: there everything
 * counts as read.
 */
async function unsubscribedOf(
  {
    services: {
      data: { db },
    },
  }: DecisionContext,
  messages: readonly number[],
  channelId: number,
): Promise<PendingNotification[]> {
  const found = await pendingNotifications(db, 'message_id', messages)
  const users = [...new Set(found.map(({ userId }) => userId))]
  const subscribers = new Set((await subscriptionsAmong(db, channelId, users)).map(({ user_id }) => user_id))
  return found.filter(({ userId }) => !subscribers.has(userId))
}

const gone = (notifications: readonly PendingNotification[]): Step[] =>
  [...Map.groupBy(notifications, ({ userId }) => userId)].map(([userId, own]) => ({
    kind: 'gone',
    messages: own.map(({ messageId }) => messageId),
    users: [userId],
  }))
