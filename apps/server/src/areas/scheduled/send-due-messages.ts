import { botMessage, tellDirectly } from '#areas/invites/welcome.ts'
import { renderContent } from '#areas/messages/render/render-content.ts'
import { sendMessage } from '#areas/messages/send/send-message.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { must } from '#model/must.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import {
  deleteScheduled,
  dueMessages,
  type ScheduledRow,
  updateScheduled,
} from '#store/personal/scheduled-messages.ts'
import { presentScheduled } from './present.ts'
import { destinationOf } from './require-scheduled.ts'
import { renderReminder } from './set-reminder.ts'

/** Most messages of one run; the rest waits for the next. */
const mostAtOnce = 200

/**
 * Sends messages that are due. A message is sent in the transaction that removes it from the waiting ones: it is never
 * sent twice, and a crash does not lose it. A message that its sender may not send any more stays, marked as failed.
 */
export async function sendDueMessages(services: Services, organizationId: number): Promise<void> {
  const now = Math.floor(services.time.clock.now() / 1000)
  const due = await dueMessages(services.data.db, organizationId, now, mostAtOnce)
  if (due.length === 0) return
  const directory = await services.data.directories.get(organizationId)
  if (directory.organization.deactivatedAt !== null) return
  for (const row of due) {
    try {
      await deliver(services, directory, row)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await fail(services, directory, row, error.message)
    }
  }
}

async function deliver(
  services: Services,
  directory: OrganizationDirectory,
  row: ScheduledRow,
): Promise<void> {
  const user = directory.users.get(row.user_id)
  if (!user?.isActive) throw badRequest('The sender is no longer active.')
  const send =
    row.kind === 'reminder'
      ? await reminderSender(services, directory, user, row)
      : await messageSender(services, directory, user, row)
  await services.data.transact(directory.organization.id, async (tx) => {
    // The message was deleted, changed or sent meanwhile.
    if (!(await deleteScheduled(tx, row))) return
    await send(tx)
    tx.emit(
      row.kind === 'reminder'
        ? { type: 'reminders', op: 'remove', reminder_id: row.id }
        : { type: 'scheduled_messages', op: 'remove', scheduled_message_id: row.id },
      { users: [row.user_id] },
    )
  })
}

async function messageSender(
  services: Services,
  directory: OrganizationDirectory,
  sender: UserRecord,
  row: ScheduledRow,
): Promise<(tx: Tx) => Promise<unknown>> {
  const rendered = await renderContent(services, directory, sender, row.content)
  return async (tx) =>
    sendMessage(tx, directory, {
      sender,
      destination: await destinationOf(tx.db, directory, sender, row),
      content: row.content,
      rendered,
      client: row.client,
      readBySender: row.read_by_sender === 1,
    })
}

async function reminderSender(
  services: Services,
  directory: OrganizationDirectory,
  user: UserRecord,
  row: ScheduledRow,
): Promise<(tx: Tx) => Promise<unknown>> {
  const { text } = await renderReminder(services, directory, user, {
    messageId: must(row.target_message_id, 'a reminder names no message'),
    note: row.note,
  })
  const message = await botMessage(services, directory, 'notification', text, user)
  return (tx) => tellDirectly(tx, directory, message, user)
}

/** Marks a message as failed, and tells its sender why. */
async function fail(
  services: Services,
  directory: OrganizationDirectory,
  before: ScheduledRow,
  failure: string,
): Promise<void> {
  const user = directory.users.get(before.user_id)
  const notice = await botMessage(
    services,
    directory,
    'notification',
    `A message that you had scheduled could not be sent: ${failure} It is kept among your scheduled messages, where you can change it and set a new time.`,
  )
  await services.data.transact(directory.organization.id, async (tx) => {
    const row = await updateScheduled(tx, before, { has_failed: 1, failure })
    if (row?.kind !== 'message' || !user?.isActive) return
    tx.emit(
      { type: 'scheduled_messages', op: 'update', scheduled_message: presentScheduled(row) },
      { users: [user.id] },
    )
    await tellDirectly(tx, directory, notice, user)
  })
}
