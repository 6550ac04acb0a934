import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest, Missing } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import {
  deleteScheduled,
  findScheduled,
  insertScheduled,
  type ScheduledRow,
  updateScheduled,
} from '#store/personal/scheduled-messages.ts'
import { presentScheduled } from './present.ts'
import { type Address, requireAddress, requireScheduledContent, requireFuture } from './require-scheduled.ts'

const missing = () => new Missing('Scheduled message does not exist')

/** Schedules a message; returns its id. */
export async function scheduleMessage(
  services: Services,
  directory: OrganizationDirectory,
  sender: UserRecord,
  message: Address & { content: string; deliverAt: number; client: string; readBySender: boolean },
): Promise<number> {
  const content = await requireScheduledContent(services, directory, sender, message.content)
  return services.data.transact(directory.organization.id, async (tx) => {
    requireFuture(message.deliverAt, tx.now)
    const row = await insertScheduled(tx, {
      user_id: sender.id,
      kind: 'message',
      ...(await requireAddress(tx.db, directory, sender, message)),
      ...content,
      client: message.client,
      deliver_at: message.deliverAt,
      has_failed: 0,
      failure: null,
      read_by_sender: message.readBySender ? 1 : 0,
      target_message_id: null,
      note: '',
    })
    tx.emit(
      { type: 'scheduled_messages', op: 'add', scheduled_messages: [presentScheduled(row)] },
      { users: [sender.id] },
    )
    return row.id
  })
}

export interface ScheduledChange {
  readonly type?: Address['type'] | undefined
  readonly to?: Address['to'] | undefined
  readonly topic?: string | undefined
  readonly content?: string | undefined
  readonly deliverAt?: number | undefined
}

/** Changes the given parts of a scheduled message. A failed one is tried again. */
export async function changeScheduledMessage(
  services: Services,
  directory: OrganizationDirectory,
  sender: UserRecord,
  id: number,
  change: ScheduledChange,
): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) throw badRequest('Nothing to change')
  if (change.type !== undefined && change.to === undefined) {
    throw badRequest('Recipient required when updating type of scheduled message.')
  }
  const content =
    change.content === undefined
      ? {}
      : await requireScheduledContent(services, directory, sender, change.content)
  await services.data.transact(directory.organization.id, async (tx) => {
    const before = await findScheduled(tx.db, sender.id, 'message', id)
    if (!before) throw missing()
    requireFuture(change.deliverAt ?? before.deliver_at, tx.now)
    const row = await updateScheduled(tx, before, {
      ...(await changedAddress(tx, directory, sender, before, change)),
      ...content,
      deliver_at: change.deliverAt ?? before.deliver_at,
      has_failed: 0,
      failure: null,
    })
    if (!row) throw missing()
    tx.emit(
      { type: 'scheduled_messages', op: 'update', scheduled_message: presentScheduled(row) },
      { users: [sender.id] },
    )
  })
}

async function changedAddress(
  tx: Tx,
  directory: OrganizationDirectory,
  sender: UserRecord,
  before: ScheduledRow,
  { type, to, topic }: ScheduledChange,
) {
  if (type === undefined && to === undefined && topic === undefined) return {}
  const old: Address =
    before.channel_id === null
      ? { type: 'direct', to: JSON.parse(before.recipients) as number[] }
      : { type: 'channel', to: before.channel_id, topic: before.topic }
  const becomesChannel = (type === 'channel' || type === 'stream') && before.channel_id === null
  if (becomesChannel && topic === undefined)
    throw badRequest('Topic required when updating scheduled message type to channel.')
  return requireAddress(tx.db, directory, sender, {
    type: type ?? old.type,
    to: to ?? old.to,
    topic: topic ?? old.topic,
  })
}

/** Deletes a message that waits to be sent. */
export async function deleteScheduledMessage(tx: Tx, sender: UserRecord, id: number): Promise<void> {
  const row = await findScheduled(tx.db, sender.id, 'message', id)
  if (!row || !(await deleteScheduled(tx, row))) throw missing()
  tx.emit({ type: 'scheduled_messages', op: 'remove', scheduled_message_id: id }, { users: [sender.id] })
}
