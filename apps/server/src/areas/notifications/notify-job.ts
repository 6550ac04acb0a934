import type { MessageFlag } from '@tagma/contract/objects/message.ts'
import { organizationUrl } from '#areas/organization/organization-url.ts'
import { addressTo, type PushPayload } from '#areas/push/payload.ts'
import { settingOf, type OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Job } from '#jobs/job.ts'
import type { Random } from '#ports/random.ts'
import type { Services } from '#server/call.ts'
import { participantsOf } from '#store/conversations.ts'
import type { Db } from '#store/db.ts'
import { activeDevicesOf } from '#store/devices.ts'
import { readLog } from '#store/event-log.ts'
import { legacyTokensOf } from '#store/legacy-push-tokens.ts'
import { logCursor, moveLogCursor } from '#store/log-cursors.ts'
import type { LogRow } from '#store/log-row.ts'
import { findMessages, type MessageRow } from '#store/messages.ts'
import { deleteNotified, findNotified, forgetNotified, insertNotified } from '#store/notified-messages.ts'
import { insertPushes } from '#store/outgoing-pushes.ts'
import type { Tx } from '#store/transactions.ts'
import { deleteWaitingEmails, insertWaitingEmails } from '#store/waiting-email-notifications.ts'
import { type DecisionContext, decideForMessage, type Notification } from './decide-for-message.ts'
import { messagePayload } from './message-payload.ts'

const batch = 200
/** Phones have put notifications away by then. In seconds. */
const forgetAfter = 30 * 24 * 3600

/** What a log row leads to, prepared outside the transaction. */
type Step =
  | {
      readonly kind: 'message'
      readonly row: MessageRow
      readonly participants: readonly number[]
      readonly notifications: readonly Notification[]
    }
  | {
      readonly kind: 'gone'
      readonly messages: readonly number[]
      readonly users: readonly number[] | undefined
    }

/**
 * Follows the event log and puts into the outboxes what new messages, and messages read or deleted, lead to. The cursor
 * moves in the same commit: whatever ends the process, nothing is forgotten and nothing is written twice.
 */
export const notifyJob: Job = {
  name: 'notify',
  everySeconds: 1,
  once: true,
  async run(services, organizationId) {
    const { db } = services
    const directory = await services.directories.get(organizationId)
    for (;;) {
      const position = await logCursor(db, organizationId, 'notify')
      const rows = await readLog(db, organizationId, position, batch)
      const last = rows.at(-1)
      if (!last) return
      const steps = await stepsFor(services, directory, rows)
      const url = organizationUrl(services.config, directory.organization)
      await services.transact(organizationId, async (tx) => {
        if (!(await moveLogCursor(tx, 'notify', position, last.id))) return
        for (const step of steps)
          await (step.kind === 'message'
            ? tellOfMessage(tx, services, directory, url, step)
            : takeBack(tx, services, directory, url, step))
        if (steps.length > 0) await forgetNotified(tx, tx.now - forgetAfter)
      })
      if (rows.length < batch) return
    }
  },
}

async function stepsFor(
  services: Services,
  directory: OrganizationDirectory,
  rows: readonly LogRow[],
): Promise<Step[]> {
  const context: DecisionContext = { services, directory, subscriptions: new Map() }
  const sent = rows.flatMap(({ type, body }) => (type === 'message' ? [Number(body.message_id)] : []))
  const messages = await findMessages(services.db, sent)
  const steps: Step[] = []
  for (const { type, body, audience } of rows) {
    if (type === 'message') {
      // Somebody who deleted it meanwhile wants nobody to hear of it.
      const row = messages.get(Number(body.message_id))
      if (!row) continue
      const flags = body.flags as Record<string, readonly MessageFlag[]>
      const notifications = await decideForMessage(context, row, flags)
      if (notifications.length === 0) continue
      const people = await participantsOf(services.db, row.channel_id === 0 ? [row.conversation_id] : [])
      steps.push({ kind: 'message', row, notifications, participants: people.get(row.conversation_id) ?? [] })
    } else if (type === 'delete_message') {
      const ids = (body.message_ids ?? [body.message_id]) as number[]
      steps.push({ kind: 'gone', messages: ids, users: undefined })
    } else if (type === 'update_message_flags' && body.flag === 'read' && body.op === 'add') {
      steps.push({ kind: 'gone', messages: body.messages as number[], users: audience.users ?? [] })
    }
  }
  return steps
}

async function tellOfMessage(
  tx: Tx,
  services: Services,
  directory: OrganizationDirectory,
  url: string,
  { row, participants, notifications }: Extract<Step, { kind: 'message' }>,
): Promise<void> {
  const rung = notifications.flatMap(({ user, push }) => (push ? [{ user, push }] : []))
  const payloads = new Map(
    services.pushSender
      ? rung.map(({ user, push }): [number, PushPayload] => [
          user.id,
          messagePayload(directory, url, row, participants, user, push),
        ])
      : [],
  )
  const reached = await outbox(tx, services.random, directory, payloads)
  await insertNotified(
    tx,
    reached.map((userId) => ({ userId, messageId: row.id })),
  )
  await insertWaitingEmails(
    tx,
    notifications.flatMap(({ user, email }) =>
      email
        ? [
            {
              user_id: user.id,
              message_id: row.id,
              reason: email,
              due_at: tx.now + settingOf(user, 'email_notifications_batching_period_seconds'),
            },
          ]
        : [],
    ),
  )
}

/** Takes notifications back from the phones that show them; `users` undefined is everybody. */
async function takeBack(
  tx: Tx,
  { random }: Services,
  directory: OrganizationDirectory,
  url: string,
  { messages, users }: Extract<Step, { kind: 'gone' }>,
): Promise<void> {
  await deleteWaitingEmails(tx, messages, users)
  const shown = await findNotified(tx.db, messages, users)
  if (shown.length === 0) return
  const payloads = new Map(
    [...Map.groupBy(shown, (entry) => entry.userId)].map(([userId, entries]): [number, PushPayload] => [
      userId,
      {
        ...addressTo(directory.organization, url, userId),
        type: 'remove',
        message_ids: entries.map((entry) => entry.messageId).toSorted((a, b) => a - b),
      },
    ]),
  )
  await outbox(tx, random, directory, payloads)
  await deleteNotified(tx, shown)
}

/** Puts notifications into the outbox for all devices of each user; returns the users who have any. */
async function outbox(
  tx: Tx,
  random: Random,
  directory: OrganizationDirectory,
  payloads: ReadonlyMap<number, PushPayload>,
): Promise<number[]> {
  const users = [...payloads.keys()]
  const targets = await targetsOf(tx.db, directory, users)
  await insertPushes(
    tx,
    targets.map((target) => ({
      ...target,
      notification_id: random.uuid(),
      payload: JSON.stringify(payloads.get(target.user_id)),
    })),
  )
  return [...new Set(targets.map((target) => target.user_id))]
}

async function targetsOf(
  db: Db,
  { organization }: OrganizationDirectory,
  users: readonly number[],
): Promise<{ user_id: number; device_id: number | null; legacy_token_id: number | null }[]> {
  const devices = await activeDevicesOf(db, users)
  const tokens = organization.settings.require_e2ee_push_notifications ? [] : await legacyTokensOf(db, users)
  return [
    ...devices.map(({ user_id, id }) => ({ user_id, device_id: id, legacy_token_id: null })),
    ...tokens.map(({ user_id, id }) => ({ user_id, device_id: null, legacy_token_id: id })),
  ]
}
