import { renderContent } from '#areas/messages/render/render-content.ts'
import { requireMessage } from '#areas/messages/require-message.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import type { UserRecord } from '#model/records.ts'
import { Missing, Refusal } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import { deleteScheduled, findScheduled, insertScheduled } from '#store/personal/scheduled-messages.ts'
import { presentReminder } from './present.ts'
import { reminderContent } from './reminder-content.ts'
import { requireFuture } from './require-scheduled.ts'

/** Sets a reminder of a message that the user can read; returns its id. */
export async function setReminder(
  services: Services,
  directory: OrganizationDirectory,
  user: UserRecord,
  reminder: { messageId: number; deliverAt: number; note: string; client: string },
): Promise<number> {
  await requireMessage(services.data.db, directory, user, reminder.messageId)
  const content = await renderReminder(services, directory, user, reminder)
  return services.data.transact(directory.organization.id, async (tx) => {
    requireFuture(reminder.deliverAt, tx.now)
    const row = await insertScheduled(tx, {
      user_id: user.id,
      kind: 'reminder',
      channel_id: null,
      recipients: JSON.stringify([user.id]),
      topic: '',
      content: content.text,
      rendered: content.rendered.html,
      client: reminder.client,
      deliver_at: reminder.deliverAt,
      has_failed: 0,
      failure: null,
      read_by_sender: 0,
      target_message_id: reminder.messageId,
      note: reminder.note,
    })
    tx.emit({ type: 'reminders', op: 'add', reminders: [presentReminder(row)] }, { users: [user.id] })
    return row.id
  })
}

/** Renders a reminder as it is now: with the current message, or without it if the user cannot read it any more. */
export async function renderReminder(
  services: Services,
  directory: OrganizationDirectory,
  user: UserRecord,
  { messageId, note }: { messageId: number; note: string },
) {
  const {
    config,
    data: { db },
  } = services
  const message = await requireMessage(db, directory, user, messageId).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
  const participants = message
    ? ((await participantsOf(db, [message.conversation_id])).get(message.conversation_id) ?? [])
    : []
  const url = organizationUrl(config, directory.organization)
  const text = reminderContent(directory, url, message, participants, note)
  return { text, rendered: await renderContent(services, directory, user, text) }
}

/** Deletes a reminder. */
export async function deleteReminder(tx: Tx, user: UserRecord, id: number): Promise<void> {
  const row = await findScheduled(tx.db, user.id, 'reminder', id)
  if (!row || !(await deleteScheduled(tx, row))) throw new Missing('Reminder does not exist')
  tx.emit({ type: 'reminders', op: 'remove', reminder_id: id }, { users: [user.id] })
}
