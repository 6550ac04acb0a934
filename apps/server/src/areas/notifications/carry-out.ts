import { addressTo, type PushPayload } from '#areas/push/payload.ts'
import type { Services, Uses } from '#call/services.ts'
import { settingOf, type OrganizationDirectory } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import type { Tx } from '#store/log/tx.ts'
import { activeDevicesOf } from '#store/notifying/devices.ts'
import { deleteHeld, holdNotifications } from '#store/notifying/held-notifications.ts'
import { legacyTokensOf } from '#store/notifying/legacy-push-tokens.ts'
import {
  deleteNotified,
  findNotified,
  insertNotified,
  type Notified,
} from '#store/notifying/notified-messages.ts'
import { deletePushesOf, insertPushes } from '#store/notifying/outgoing-pushes.ts'
import { deleteWaitingEmails, insertWaitingEmails } from '#store/notifying/waiting-email-notifications.ts'
import type { Db } from '#store/sql/db.ts'
import { messagePayloads } from './message-payload.ts'
import type { Step } from './steps-for-rows.ts'

/** In seconds. A user who seems to be online has so long to receive the message in a client. */
const holdFor = 180

/** Most messages that one notification takes back: Apple allows 4 KB in all. */
const idsPerRemoval = 200

type Where = { readonly services: Services; readonly directory: OrganizationDirectory }

type MessageStep = Extract<Step, { kind: 'message' }>

/**
 * Carries out steps in their order: writes notifications into the outboxes, or removes them. Messages that follow each
 * other share their statements.
 */
export async function carryOut(tx: Tx, where: Where, steps: readonly Step[]): Promise<void> {
  const messages: MessageStep[] = []
  for (const step of steps) {
    if (step.kind === 'message') messages.push(step)
    else {
      await tellOfMessages(tx, where, messages.splice(0))
      await takeBack(tx, where, step)
    }
  }
  await tellOfMessages(tx, where, messages)
}

async function tellOfMessages(
  tx: Tx,
  { services, directory }: Where,
  steps: readonly MessageStep[],
): Promise<void> {
  const url = organizationUrl(services.config, directory.organization)
  const notified: Notified[] = []
  for (const { row, participants, notifications } of steps) {
    const rung = services.outside.pushSender ? notifications.filter(({ push }) => push) : []
    if (rung.length === 0) continue
    const payloadFor = messagePayloads(directory, url, row, participants)
    const payloads = rung.flatMap(({ user, push }): Addressed[] =>
      push ? [{ userId: user.id, payload: payloadFor(user, push) }] : [],
    )
    const reached = await outbox(tx, services, directory, payloads, row.id)
    notified.push(...reached.map((userId) => ({ userId, messageId: row.id })))
  }
  await insertNotified(tx, notified)
  await insertWaitingEmails(
    tx,
    steps.flatMap(({ row, notifications }) =>
      notifications.flatMap(({ user, email }) => {
        const wait = settingOf(user, 'email_notifications_batching_period_seconds')
        return email ? [{ user_id: user.id, message_id: row.id, reason: email, due_at: tx.now + wait }] : []
      }),
    ),
  )
  await holdNotifications(
    tx,
    steps.flatMap(({ row, notifications, position }) =>
      notifications.flatMap(({ user, isHeld }) =>
        isHeld ? [{ userId: user.id, messageId: row.id, position }] : [],
      ),
    ),
    tx.now + holdFor,
  )
}

/** Takes notifications back: from the phones that show them, and from all outboxes. */
async function takeBack(
  tx: Tx,
  { services, directory }: Where,
  { messages, users }: Extract<Step, { kind: 'gone' }>,
): Promise<void> {
  if (messages.length === 0) return
  await deleteWaitingEmails(tx, messages, users)
  await deleteHeld(tx, messages, users)
  const shown = await findNotified(tx.db, messages, users)
  if (shown.length === 0) return
  // Removes waiting notifications first, because the removal must not overtake them.
  await deletePushesOf(tx, messages, users)
  const url = organizationUrl(services.config, directory.organization)
  const removals: Addressed[] = []
  for (const [userId, entries] of Map.groupBy(shown, (entry) => entry.userId)) {
    const ids = entries.map((entry) => entry.messageId).toSorted((a, b) => a - b)
    for (let start = 0; start < ids.length; start += idsPerRemoval)
      removals.push({
        userId,
        payload: {
          ...addressTo(directory.organization, url, userId),
          type: 'remove',
          message_ids: ids.slice(start, start + idsPerRemoval),
        },
      })
  }
  await outbox(tx, services, directory, removals, 0)
  await deleteNotified(tx, messages, users)
}

interface Addressed {
  readonly userId: number
  readonly payload: PushPayload
}

/** Puts notifications into the outbox for all devices of each user; returns the users who have any. */
async function outbox(
  tx: Tx,
  { time: { random } }: Uses<'random'>,
  directory: OrganizationDirectory,
  notifications: readonly Addressed[],
  messageId: number,
): Promise<number[]> {
  const users = [...new Set(notifications.map(({ userId }) => userId))]
  const targets = await targetsOf(tx.db, directory, users)
  await insertPushes(
    tx,
    notifications.flatMap(({ userId, payload }) =>
      (targets.get(userId) ?? []).map((target) => ({
        ...target,
        user_id: userId,
        message_id: messageId,
        notification_id: random.uuid(),
        payload: JSON.stringify(payload),
      })),
    ),
  )
  return users.filter((userId) => targets.has(userId))
}

async function targetsOf(
  db: Db,
  { organization }: OrganizationDirectory,
  users: readonly number[],
): Promise<Map<number, { device_id: number | null; legacy_token_id: number | null }[]>> {
  const devices = await activeDevicesOf(db, users)
  const tokens = organization.settings.require_e2ee_push_notifications ? [] : await legacyTokensOf(db, users)
  const targets = [
    ...devices.map(({ user_id, id }) => ({ user_id, device_id: id, legacy_token_id: null })),
    ...tokens.map(({ user_id, id }) => ({ user_id, device_id: null, legacy_token_id: id })),
  ]
  const byUser = new Map<number, { device_id: number | null; legacy_token_id: number | null }[]>()
  for (const { user_id, ...target } of targets) byUser.set(user_id, [...(byUser.get(user_id) ?? []), target])
  return byUser
}
