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
import { deletePushesOf, insertPushes, type PushTarget } from '#store/notifying/outgoing-pushes.ts'
import { deleteWaitingEmails, insertWaitingEmails } from '#store/notifying/waiting-email-notifications.ts'
import { webPushesOf } from '#store/notifying/web-push-subscriptions.ts'
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
  const rung = steps.flatMap(({ notifications }) => notifications.filter(({ push }) => push))
  const targets = await targetsOf(
    tx.db,
    services,
    directory,
    rung.map(({ user }) => user.id),
  )
  const notified: Notified[] = []
  const waiting: Waiting[] = []
  for (const { row, participants, notifications } of steps) {
    const payloadFor = messagePayloads(directory, url, row, participants)
    for (const { user, push } of notifications) {
      const own = push ? targets.get(user.id) : undefined
      if (!push || !own) continue
      notified.push({ userId: user.id, messageId: row.id })
      waiting.push({ userId: user.id, messageId: row.id, payload: payloadFor(user, push), targets: own })
    }
  }
  await outbox(tx, services, waiting)
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
  const byUser = Map.groupBy(shown, (entry) => entry.userId)
  const targets = await targetsOf(tx.db, services, directory, [...byUser.keys()])
  const removals: Waiting[] = []
  for (const [userId, entries] of byUser) {
    const ids = entries.map((entry) => entry.messageId).toSorted((a, b) => a - b)
    for (let start = 0; start < ids.length; start += idsPerRemoval)
      removals.push({
        userId,
        messageId: 0,
        payload: {
          ...addressTo(directory.organization, url, userId),
          type: 'remove',
          message_ids: ids.slice(start, start + idsPerRemoval),
        },
        targets: targets.get(userId) ?? [],
      })
  }
  await outbox(tx, services, removals)
  await deleteNotified(tx, messages, users)
}

/** A notification for all devices of a user. */
interface Waiting {
  readonly userId: number
  /** 0 for a notification that takes others back. */
  readonly messageId: number
  readonly payload: PushPayload
  readonly targets: readonly PushTarget[]
}

/** Puts notifications into the outbox. */
async function outbox(
  tx: Tx,
  { time: { random } }: Uses<'random'>,
  waiting: readonly Waiting[],
): Promise<void> {
  await insertPushes(
    tx,
    waiting.flatMap(({ userId, messageId, payload, targets }) =>
      targets.map((target) => ({
        ...target,
        user_id: userId,
        message_id: messageId,
        notification_id: random.uuid(),
        payload: JSON.stringify(payload),
      })),
    ),
  )
}

/** Finds the phones and browsers of users. Without a push service, only browsers: they bring their own. */
async function targetsOf(
  db: Db,
  { outside: { pushSender } }: Uses<'pushSender'>,
  { organization }: OrganizationDirectory,
  users: readonly number[],
): Promise<Map<number, PushTarget[]>> {
  const browsers = await webPushesOf(db, users)
  const devices = pushSender ? await activeDevicesOf(db, users) : []
  const encryptsAll = !pushSender || organization.settings.require_e2ee_push_notifications
  const tokens = encryptsAll ? [] : await legacyTokensOf(db, users)
  const none: PushTarget = { device_id: null, legacy_token_id: null, web_push_id: null }
  const targets = [
    ...devices.map(({ user_id, id }) => ({ ...none, user_id, device_id: id })),
    ...tokens.map(({ user_id, id }) => ({ ...none, user_id, legacy_token_id: id })),
    ...browsers.map(({ user_id, id }) => ({ ...none, user_id, web_push_id: id })),
  ]
  const byUser = new Map<number, PushTarget[]>()
  for (const { user_id, ...target } of targets) byUser.set(user_id, [...(byUser.get(user_id) ?? []), target])
  return byUser
}
