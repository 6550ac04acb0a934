import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'
import type { Db } from '#store/db.ts'
import { readLog } from '#store/event-log.ts'
import type { LogRow } from '#store/log-row.ts'
import { receivedMessage, subscribedChannelIds } from '#store/subscription-spans.ts'
import { bufferLimit, type EventQueue } from './event-queue.ts'
import type { EventWriter } from './event-writer.ts'
import { listensToPublic, type LiveOrganization } from './live-organization.ts'

/**
 * Reads the log from a queue's place on, as far as its buffer goes, and makes the queue live when it has arrived at the
 * end: after a restart, on another process, or when nobody polled for long.
 */
export async function readOn(
  queue: EventQueue,
  user: UserRecord,
  parts: { db: Db; writer: EventWriter; directory: OrganizationDirectory; organization: LiveOrganization },
): Promise<void> {
  const { db, writer, directory, organization } = parts
  while (!queue.live && queue.events.length < bufferLimit) {
    const from = queue.readPosition
    const end = organization.position
    const rows = await readLog(db, queue.organizationId, from)
    const events = await writer.prepare(directory, rows)
    const eligible: boolean[] = []
    for (const row of rows) eligible.push(await isFor(db, queue, user, directory, row))
    // Another poll of the queue was faster.
    if (queue.live || queue.readPosition !== from) return
    for (const [index, row] of rows.entries()) {
      const event = events[index]
      if (eligible[index] && event) queue.pushRow(row.id, writer.textsFor(queue, user, directory, event))
      queue.readPosition = row.id
    }
    if (rows.length > 0) continue
    // What was given out before this read and is not in the log any more is not for anybody.
    queue.readPosition = Math.max(queue.readPosition, end)
    if (await goLive(db, queue, organization)) return
  }
}

/** Makes a queue live if it has read everything that was given out, and its user's channels with it. */
async function goLive(db: Db, queue: EventQueue, organization: LiveOrganization): Promise<boolean> {
  await organization.settled()
  const { position } = organization
  if (queue.readPosition < position) return false
  const channels =
    organization.channelsOf(queue.userId) ?? new Set(await subscribedChannelIds(db, queue.userId))
  // Something was given out meanwhile: the channels may be older than that.
  if (organization.position !== position) return false
  organization.enroll(queue, channels)
  return true
}

/** Whether a row read from the log was for the user at the time. */
async function isFor(
  db: Db,
  queue: EventQueue,
  user: UserRecord,
  directory: OrganizationDirectory,
  row: LogRow,
): Promise<boolean> {
  const { users, everyone, members, channels, received, except } = row.audience
  if (!queue.wants(row.type) || except?.includes(user.id)) return false
  if (everyone || users?.includes(user.id) || (members && user.role < 600)) return true
  if (received) {
    if (await receivedMessage(db, user.id, received.channel, received.message)) return true
    if (listensToPublic([queue], directory, user.id, received.channel)) return true
  }
  if (!channels) return false
  const subscribed = await subscribedChannelIds(db, user.id)
  return channels.some((channel) => subscribed.includes(channel))
}
