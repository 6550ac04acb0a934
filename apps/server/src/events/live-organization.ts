/**
 * The live queues of one organization in this process. A queue is live when it has read the log up to `position`: from
 * then on it gets each new event as it happens, and the log is not read for it.
 *
 * Operations
 * - `dispatch` gives out rows of the log. It makes the text of a row once for each kind of client; queues share the
 *   text.
 * - `announce` gives out an event without a row. Its id lies between the ids of rows.
 * - `announced` is the number of the last one, which a new queue begins after. `dropOld` frees old ones.
 * - `enroll` makes a queue live, `retire` ends that. `readOn` enrolls; nothing else should.
 * - `givenOutAfter` returns recent rows with their texts, for queues that fell behind.
 * - `settled` resolves when everything handed over so far has been given out.
 *
 * Invariants
 * - Rows and announcements are given out one after another, in the order of the calls. A row is given out once.
 * - `position` moves when all live queues have the rows up to it, and not before. Polls are answered after that.
 * - A live user's `channels` are exact for the row that is being given out: a row changes them before its queues get
 *   it.
 * - A queue gets each announcement once: `heard` is the number of its last. What was announced since its registration,
 *   it gets when it becomes live, as far as that is kept (`RecentAnnouncements`).
 * - A fault retires all live queues. They lose nothing: their next polls read the log.
 * - A queue that has reached `bufferLimit` events is answered at once and retired.
 *
 * Cost: a row costs its viewers here (some 3 µs for each queue), however large its audience is. After `queuesPerTurn`
 * queues, other work of the process gets a turn. An audience of everyone looks at all live users. A queue that was
 * never polled costs nothing here.
 *
 * Do not call `dispatch` with rows out of order, and do not enroll a queue with channels that were read before another
 * `position`: the queue would miss events without an error.
 */

import { isGuest } from '@tagma/rules/roles.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Audience } from '#model/audience.ts'
import type { Announced } from '#model/log-event.ts'
import type { LogRow } from '#model/log-row.ts'
import type { UserRecord } from '#model/records.ts'
import type { Clock } from '#ports/clock.ts'
import type { Turns } from '#ports/turns.ts'
import { bufferLimit, type EventQueue } from './event-queue.ts'
import { type EventWriter, unprepared } from './event-writer.ts'
import { type GivenOut, KeptRows } from './kept-rows.ts'
import { type Announcement, RecentAnnouncements } from './recent-announcements.ts'

/** A user with at least one live queue in this process. */
interface LiveUser {
  readonly id: number
  readonly queues: Set<EventQueue>
  /** Subscribed channels at the organization's position. */
  readonly channels: Set<number>
}

/** Queues that get an event in one turn of the event loop: each costs some 3 µs. */
export const queuesPerTurn = 250

/** Rows without a live queue after which no more rows are kept. */
const unheardLimit = 1000

export interface LiveOrganizationParts {
  readonly writer: EventWriter
  readonly directory: () => OrganizationDirectory | Promise<OrganizationDirectory>
  readonly clock: Clock
  readonly turns: Turns
  /** Answers the polls of queues with new events, as soon as there is time for each. */
  readonly wake: (queues: Iterable<EventQueue>) => void
  /** Answers the poll of a queue at once. */
  readonly wakeNow: (queue: EventQueue) => void
  readonly onFault: (error: unknown) => void
}

/** The live queues of an organization in this process. */
export class LiveOrganization {
  readonly #parts: LiveOrganizationParts
  readonly #users = new Map<number, LiveUser>()
  /** Live users by channel: a message costs nothing for users outside its channel. */
  readonly #byChannel = new Map<number, Set<LiveUser>>()
  /** Live users with a queue that listens to all public channels. */
  readonly #publicListeners = new Set<LiveUser>()
  #position: number
  #handedOver: number
  #isDispatching = false
  readonly #kept = new KeptRows()
  readonly #recent = new RecentAnnouncements()
  /** Rows since the last one with a live queue. */
  #unheard = 0
  /** Work on rows and announcements, one piece after another. */
  #tail: Promise<void> = Promise.resolve()

  constructor(position: number, parts: LiveOrganizationParts) {
    this.#position = position
    this.#handedOver = position
    this.#parts = parts
  }

  /** Position up to which all live queues have the rows. */
  get position(): number {
    return this.#position
  }

  /** Position up to which `dispatch` got the rows. */
  get handedOver(): number {
    return this.#handedOver
  }

  /** Returns the rows after a position, at most `limit`; undefined if they are not kept any more. */
  givenOutAfter(position: number, limit: number): readonly GivenOut[] | undefined {
    return position < this.#position ? this.#kept.after(position, limit) : undefined
  }

  /** Resolves when all rows that were handed over have been given out. */
  settled(): Promise<void> {
    return this.#tail
  }

  /** Gives out rows of the log in order; skips rows that were given out before. */
  dispatch(rows: readonly LogRow[]): void {
    this.#handedOver = Math.max(this.#handedOver, rows.at(-1)?.id ?? 0)
    this.#then(async () => {
      this.#isDispatching = true
      try {
        await this.#dispatch(rows.filter((row) => row.id > this.#position))
      } catch (error) {
        // The rows are safe in the log: after a fault, every queue reads them from there.
        for (const user of this.#users.values()) for (const queue of user.queues) this.#letGo(queue)
        this.#kept.forget()
        throw error
      } finally {
        this.#isDispatching = false
      }
    })
  }

  /**
   * Gives out an event without a row, after the rows on their way: a client learns of a channel before it learns of
   * typing there.
   */
  announce(event: Announced, audience: Audience): void {
    this.#then(async () => {
      const announcement = this.#recent.add(unprepared(event), audience, this.#parts.clock.elapsed())
      if (this.#users.size === 0) return
      const directory = await this.#parts.directory()
      const woken = new Set<EventQueue>()
      await this.#eachQueue(audience, directory, { given: 0 }, (queue, user) => {
        if (this.#tell(queue, user, directory, announcement)) woken.add(queue)
      })
      this.#wakeAll(woken)
    })
  }

  /** Gives an announcement to a queue of its audience that has not had it; returns true if the queue has grown. */
  #tell(
    queue: EventQueue,
    user: UserRecord,
    directory: OrganizationDirectory,
    { number, event }: Announcement,
  ): boolean {
    if (queue.heard >= number) return false
    queue.heard = number
    const before = queue.events.length
    for (const rest of this.#parts.writer.textsFor(queue, user, directory, event).rests) {
      const id = queue.nextEphemeralId()
      if (id !== undefined) queue.events.push({ id, rest })
    }
    return queue.events.length > before
  }

  /** Number of the last announcement that was given out. */
  get announced(): number {
    return this.#recent.newest
  }

  /** Number of the last announcement before a time by `Clock.elapsed`, as far as they are kept. */
  announcedBefore(at: number): number {
    return this.#recent.newestBefore(at)
  }

  /** Frees the announcements that no first poll will ask for; `now` is of `Clock.elapsed`. */
  dropOld(now: number): void {
    this.#recent.dropOld(now)
  }

  /** Channels of a user with a live queue. */
  channelsOf(userId: number): Set<number> | undefined {
    return this.#users.get(userId)?.channels
  }

  /**
   * Makes a queue live, and gives it what was announced since it was last live or registered. It must have read
   * everything up to `position`, and `channels` must be its user's at that position. Returns false while rows are being
   * given out: some of them may be for this queue too.
   */
  enroll(queue: EventQueue, channels: Set<number>, directory: OrganizationDirectory): boolean {
    if (this.#isDispatching) return false
    let live = this.#users.get(queue.userId)
    if (!live) {
      live = { id: queue.userId, queues: new Set(), channels }
      this.#users.set(queue.userId, live)
      for (const channel of channels) this.#enter(live, channel)
    }
    live.queues.add(queue)
    if (queue.parameters.allPublicChannels) this.#publicListeners.add(live)
    queue.joinLive(this)
    const user = directory.users.get(queue.userId)
    for (const announcement of user ? this.#recent.after(queue.heard) : []) {
      if (queue.events.length >= bufferLimit) break
      if (user && isReached(live, user, announcement.audience))
        this.#tell(queue, user, directory, announcement)
    }
    return true
  }

  /** Stops giving events to a queue: its next poll reads the log. */
  retire(queue: EventQueue): void {
    if (queue.live) queue.heard = this.#recent.newest
    queue.leaveLive()
    const live = this.#users.get(queue.userId)
    if (!live) return
    live.queues.delete(queue)
    if (![...live.queues].some(({ parameters }) => parameters.allPublicChannels))
      this.#publicListeners.delete(live)
    if (live.queues.size > 0) return
    this.#users.delete(queue.userId)
    for (const channel of live.channels) this.#exit(live, channel)
  }

  #enter(live: LiveUser, channel: number): void {
    const inside = this.#byChannel.get(channel)
    if (inside) inside.add(live)
    else this.#byChannel.set(channel, new Set([live]))
  }

  #exit(live: LiveUser, channel: number): void {
    const inside = this.#byChannel.get(channel)
    inside?.delete(live)
    if (inside?.size === 0) this.#byChannel.delete(channel)
  }

  /** Tells whether one of a user's queues is being polled now. */
  isPolling(userId: number): boolean {
    return [...(this.#users.get(userId)?.queues ?? [])].some((queue) => queue.parked !== undefined)
  }

  #then(work: () => Promise<void>): void {
    this.#tail = this.#tail.then(work).catch((error: unknown) => this.#parts.onFault(error))
  }

  async #dispatch(rows: readonly LogRow[]): Promise<void> {
    const last = rows.at(-1)
    if (!last) return
    this.#unheard = this.#users.size > 0 ? 0 : this.#unheard + rows.length
    // Without live queues, rows are kept a while longer: queues that all fell behind come back in a moment.
    if (this.#users.size > 0 || (!this.#kept.isEmpty && this.#unheard <= unheardLimit)) {
      const directory = await this.#parts.directory()
      const events = await this.#parts.writer.prepare(directory, rows, ({ audience }) =>
        [...this.#reached(audience, directory)].map(({ id }) => id),
      )
      const woken = new Set<EventQueue>()
      const pace = { given: 0 }
      for (const [index, row] of rows.entries()) {
        const event = events[index]
        if (!event) continue
        this.#trackMembership(row)
        await this.#eachQueue(row.audience, directory, pace, (queue, user) => {
          if (row.id <= queue.readPosition) return
          const texts = this.#parts.writer.textsFor(queue, user, directory, event)
          if (texts.rests.length === 0) return
          queue.push(texts.ofRow(row.id))
          woken.add(queue)
        })
      }
      // Only now do all live queues have everything up to here.
      this.#position = last.id
      this.#wakeAll(woken)
      this.#kept.add(rows, events)
    } else {
      this.#position = last.id
      this.#kept.forget()
    }
  }

  /**
   * Calls `give` for the live queues of an audience, many in each turn of the event loop; `pace` counts those of this
   * turn.
   */
  async #eachQueue(
    audience: Audience,
    directory: OrganizationDirectory,
    pace: { given: number },
    give: (queue: EventQueue, user: UserRecord) => void,
  ): Promise<void> {
    for (const live of this.#reached(audience, directory)) {
      const user = directory.users.get(live.id)
      if (!user) continue
      for (const queue of live.queues) {
        if (pace.given === queuesPerTurn) {
          await this.#parts.turns.next()
          pace.given = 0
          // The queue may have ended meanwhile.
          if (!live.queues.has(queue)) continue
        }
        give(queue, user)
        pace.given++
      }
    }
  }

  #wakeAll(queues: ReadonlySet<EventQueue>): void {
    for (const queue of queues) {
      if (queue.events.length < bufferLimit) continue
      this.#parts.wakeNow(queue)
      this.#letGo(queue)
    }
    this.#parts.wake(queues)
  }

  /** Retires a queue and frees its events. */
  #letGo(queue: EventQueue): void {
    this.retire(queue)
    queue.release()
  }

  #trackMembership({ body, audience }: LogRow): void {
    if (body.type !== 'subscription' || (body.op !== 'add' && body.op !== 'remove')) return
    const channels = body.subscriptions.map(({ stream_id }) => stream_id)
    for (const userId of audience.users ?? []) {
      const live = this.#users.get(userId)
      if (!live) continue
      for (const channel of channels) {
        if (body.op === 'add') {
          live.channels.add(channel)
          this.#enter(live, channel)
        } else {
          live.channels.delete(channel)
          this.#exit(live, channel)
        }
      }
    }
  }

  /** Users with live queues who belong to an audience, or listen to all public channels. */
  #reached(audience: Audience, directory: OrganizationDirectory): Set<LiveUser> {
    const { users = [], everyone, members, channels = [], received, except = [] } = audience
    const reached = new Set<LiveUser>()
    for (const id of users) {
      const live = this.#users.get(id)
      if (live) reached.add(live)
    }
    if (everyone || members)
      for (const live of this.#users.values()) {
        const user = directory.users.get(live.id)
        if (everyone || (user && !isGuest(user))) reached.add(live)
      }
    for (const channel of received ? [...channels, received.channel] : channels)
      for (const live of this.#byChannel.get(channel) ?? []) reached.add(live)
    if (received)
      for (const live of this.#publicListeners)
        if (listensToPublic(live.queues, directory, live.id, received.channel)) reached.add(live)
    for (const id of except) {
      const live = this.#users.get(id)
      if (live) reached.delete(live)
    }
    return reached
  }
}

/** Tells whether a live user belongs to the audience of an announcement: these name no messages. */
function isReached(
  live: LiveUser,
  user: UserRecord,
  { users, everyone, members, channels, except }: Audience,
): boolean {
  if (except?.includes(live.id)) return false
  if (everyone || users?.includes(live.id) || (members && !isGuest(user))) return true
  return channels?.some((channel) => live.channels.has(channel)) ?? false
}

/** Tells whether one of the queues listens to all public channels and its user may read this channel. */
export function listensToPublic(
  queues: Iterable<EventQueue>,
  directory: OrganizationDirectory,
  userId: number,
  channelId: number,
): boolean {
  const channel = directory.channels.get(channelId)
  const user = directory.users.get(userId)
  if (!channel || !user || channel.isPrivate || (isGuest(user) && !channel.isWebPublic)) return false
  for (const queue of queues) if (queue.parameters.allPublicChannels) return true
  return false
}
