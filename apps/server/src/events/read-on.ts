/**
 * Brings a queue that is not live up to date: after a restart, on another process, or after a long time without a poll.
 *
 * `readOn` gives the queue the rows after its `readPosition`, until its buffer is full or it reaches the end of the
 * log; then it makes the queue live. Recent rows come from `givenOutAfter` with their texts, older ones from the log.
 *
 * Invariants
 * - A queue gets each row for its user once, in order: `readPosition` moves with the rows.
 * - A row is for a user by their spans at the time of the message (`received`), and by their present subscriptions
 *   (`channels`) and role (`members`). `LiveOrganization` decides the same by its own members.
 * - Two polls of a queue may read at the same time. The slower one notices that `readPosition` has moved, and stops.
 * - A queue becomes live only if no row was given out between the reading of its user's channels and `enroll`.
 *   Otherwise the loop reads once more.
 *
 * Cost: one query for a batch of rows, two for the membership if the rows need it, and the shapers' queries for one
 * viewer. Kept rows save the first query and the texts, so that many queues that fell behind together cost little more
 * than live ones. Rows of personal types (`Shaper.isPersonal`) are prepared once more for this user.
 *
 * Call it for the queue's own user, and after `organization.settled()`: otherwise it reads rows from the log that are
 * about to be kept here with their texts.
 */

import { isGuest } from '@tagma/rules/roles.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { LogRow } from '#model/log-row.ts'
import type { UserRecord } from '#model/records.ts'
import { readLog } from '#store/log/event-log.ts'
import { receivedSpans, subscribedChannelIds } from '#store/messages/subscription-spans.ts'
import type { Db } from '#store/sql/db.ts'
import { bufferLimit, type EventQueue } from './event-queue.ts'
import type { EventWriter } from './event-writer.ts'
import type { GivenOut } from './kept-rows.ts'
import { listensToPublic, type LiveOrganization } from './live-organization.ts'

/** Reads the log from a queue's place on, as far as its buffer goes; makes the queue live at the end of the log. */
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
    // Rows that were given out before this read and have left the log are for nobody.
    queue.readPosition = Math.max(queue.readPosition, end)
    if (await goLive(queue, parts)) return
  }
}

/** Makes a queue live if it has read everything that was given out; finds its user's channels first. */
async function goLive(
  queue: EventQueue,
  {
    db,
    directory,
    organization,
  }: { db: Db; directory: OrganizationDirectory; organization: LiveOrganization },
): Promise<boolean> {
  await organization.settled()
  const { position } = organization
  if (queue.readPosition < position) return false
  const channels =
    organization.channelsOf(queue.userId) ?? new Set(await subscribedChannelIds(db, queue.userId))
  // Rows were given out meanwhile: the channels may be older than they are.
  return organization.position === position && organization.enroll(queue, channels, directory)
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

/** Prepares rows once more for one user, if their type was prepared for particular viewers. */
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

/** A user's membership at the time of each event, looked up once for many rows. */
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

/** Tells whether a row was for the user at its time. */
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
