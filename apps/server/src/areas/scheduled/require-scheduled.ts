import { mayPost } from '@tagma/rules/channels.ts'
import { renderContent } from '#areas/messages/render/render-content.ts'
import { requireContent, requireTopic } from '#areas/messages/rules.ts'
import {
  type Destination,
  resolveChannel,
  resolveParticipants,
} from '#areas/messages/send/resolve-destination.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { ScheduledRow } from '#store/personal/scheduled-messages.ts'
import type { Db } from '#store/sql/db.ts'

/** Destination of a scheduled message, in the form of clients. */
export interface Address {
  readonly type: 'direct' | 'channel' | 'stream' | 'private'
  readonly to: number | readonly number[]
  readonly topic?: string | undefined
}

export function requireFuture(deliverAt: number, now: number): void {
  if (deliverAt <= now) throw badRequest('Scheduled delivery time must be in the future.')
}

/** Turns a destination into columns. Throws a Refusal unless the sender could write there now. */
export async function requireAddress(
  db: Db,
  directory: OrganizationDirectory,
  sender: UserRecord,
  address: Address,
): Promise<Pick<ScheduledRow, 'channel_id' | 'recipients' | 'topic'>> {
  const to = typeof address.to === 'number' ? [address.to] : address.to
  if (address.type === 'direct' || address.type === 'private') {
    const participants = await resolveParticipants(db, directory, sender, to)
    const others = participants.filter((user) => user.id !== sender.id)
    const ids = others.length > 0 ? others.map((user) => user.id) : [sender.id]
    return { channel_id: null, recipients: JSON.stringify(ids), topic: '' }
  }
  const [id] = to
  if (id === undefined || to.length > 1) throw badRequest('Expected exactly one channel')
  const channel = await resolveChannel(db, directory, sender, id)
  if (!mayPost(directory, sender, channel))
    throw badRequest(`Not authorized to send to channel '${channel.name}'`)
  const topic = requireTopic(address.topic ?? '')
  return { channel_id: id, recipients: '[]', topic }
}

/** Returns content with its current rendering. Throws a Refusal unless it could be sent. */
export async function requireScheduledContent(
  services: Services,
  directory: OrganizationDirectory,
  sender: UserRecord,
  written: string,
): Promise<{ content: string; rendered: string }> {
  const content = requireContent(written)
  const { html } = await renderContent(services, directory, sender, content)
  return { content, rendered: html }
}

/** Finds the destination of a row's message. Throws a Refusal when its channel or a recipient is gone. */
export async function destinationOf(
  db: Db,
  directory: OrganizationDirectory,
  sender: UserRecord,
  row: ScheduledRow,
): Promise<Destination> {
  return row.channel_id === null
    ? {
        kind: 'direct',
        users: await resolveParticipants(db, directory, sender, JSON.parse(row.recipients) as number[]),
      }
    : {
        kind: 'channel',
        channel: await resolveChannel(db, directory, sender, row.channel_id),
        topic: row.topic,
        isReadable: true,
      }
}
