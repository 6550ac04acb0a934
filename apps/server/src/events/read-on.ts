import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { LogRow } from '#model/log-row.ts'
import type { UserRecord } from '#model/records.ts'
import { isGuest } from '#model/roles.ts'
import { readLog } from '#store/log/event-log.ts'
import { receivedSpans, subscribedChannelIds } from '#store/messages/subscription-spans.ts'
import type { Db } from '#store/sql/db.ts'
import { bufferLimit, type EventQueue } from './event-queue.ts'
import type { EventWriter } from './event-writer.ts'
import type { GivenOut } from './kept-rows.ts'
import { listensToPublic, type LiveOrganization } from './live-organization.ts'

/**
 * Reads the log from a queue's place on, as far as its buffer goes, and makes the queue live when it has arrived at the
 * end: after a restart, on another process, or when nobody polled for long. What was given out a moment ago is taken from
 * there, so that many clients that fell behind together cost little more than those that did not.
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
    const kept = organization.givenOutAfter(from, bufferLimit)
    const given = kept ? await prepareAnew(kept, user, parts) : await readRows(queue, user, from, parts)
    const membership = await membershipOf(db, user, given)
    // Another poll of the queue was faster.
    if (queue.live || queue.readPosition !== from) return
    for (const { row, event } of given) {
      if (isFor(queue, user, directory, row, membership))
        queue.push(writer.textsFor(queue, user, directory, event).ofRow(row.id))
      queue.readPosition = row.id
    }
    if (given.length > 0) continue
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
  return organization.position === position && organization.enroll(queue, channels)
}

async function readRows(
  queue: EventQueue,
  user: UserRecord,
  position: number,
  { db, writer, directory }: { db: Db; writer: EventWriter; directory: OrganizationDirectory },
): Promise<GivenOut[]> {
  const rows = await readLog(db, queue.organizationId, position)
  const events = await writer.prepare(directory, rows, () => [user.id])
  return rows.flatMap((row, index) => {
    const event = events[index]
    return event ? [{ row, event }] : []
  })
}

/** Rows that were given out, with what one user needs of those that were prepared for the others of then. */
async function prepareAnew(
  given: readonly GivenOut[],
  user: UserRecord,
  { writer, directory }: { writer: EventWriter; directory: OrganizationDirectory },
): Promise<readonly GivenOut[]> {
  const rows = given.map(({ row }) => row).filter(({ type }) => writer.isPersonal(type))
  if (rows.length === 0) return given
  const events = await writer.prepare(directory, rows, () => [user.id])
  const anew = new Map(rows.map((row, index) => [row, events[index]]))
  return given.map(({ row, event }) => ({ row, event: anew.get(row) ?? event }))
}

/** Where a user was when things happened, looked up once for many rows. */
interface Membership {
  readonly spans: ReadonlyMap<number, readonly { readonly after: number; readonly until: number }[]>
  readonly channels: ReadonlySet<number>
}

async function membershipOf(db: Db, user: UserRecord, given: readonly GivenOut[]): Promise<Membership> {
  return {
    spans: given.some(({ row }) => row.audience.received)
      ? await receivedSpans(db, user.id)
      : new Map<number, never[]>(),
    channels: new Set(
      given.some(({ row }) => row.audience.channels) ? await subscribedChannelIds(db, user.id) : [],
    ),
  }
}

/** Whether a row was for the user at the time. */
function isFor(
  queue: EventQueue,
  user: UserRecord,
  directory: OrganizationDirectory,
  row: LogRow,
  { spans, channels: subscribed }: Membership,
): boolean {
  const { users, everyone, members, channels, received, except } = row.audience
  if (!queue.wants(row.type) || except?.includes(user.id)) return false
  if (everyone || users?.includes(user.id) || (members && !isGuest(user))) return true
  if (received) {
    const { channel, message } = received
    if (spans.get(channel)?.some(({ after, until }) => after < message && message <= until)) return true
    if (listensToPublic([queue], directory, user.id, channel)) return true
  }
  return channels?.some((channel) => subscribed.has(channel)) ?? false
}
