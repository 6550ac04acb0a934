import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Audience } from '#model/audience.ts'
import type { LogRow } from '#model/log-row.ts'
import type { UserRecord } from '#model/records.ts'
import { isGuest } from '#model/roles.ts'
import type { Turns } from '#ports/turns.ts'
import type { Emitted } from '#store/log/transactions.ts'
import { bufferLimit, type EventQueue } from './event-queue.ts'
import { type EventWriter, unprepared } from './event-writer.ts'
import { type GivenOut, KeptRows } from './kept-rows.ts'

/** A user with at least one live queue in this process. */
interface LiveUser {
  readonly id: number
  readonly queues: Set<EventQueue>
  /** Subscribed channels, exact at the organization's position. */
  readonly channels: Set<number>
}

/** Queues that are given an event in one turn of the event loop: each costs some 3 µs. */
export const queuesPerTurn = 250

/** Rows for nobody here after which none are kept any more. */
const unheardLimit = 1000

export interface LiveOrganizationParts {
  readonly writer: EventWriter
  readonly directory: () => OrganizationDirectory | Promise<OrganizationDirectory>
  readonly turns: Turns
  /** Called with the queues that have got something; answers their polls as soon as there is time for each. */
  readonly wake: (queues: Iterable<EventQueue>) => void
  /** Answers the poll of a queue before anything else happens to it. */
  readonly wakeNow: (queue: EventQueue) => void
  readonly onFault: (error: unknown) => void
}

/**
 * The live queues of an organization in this process. Rows of the log are given to them in order, each made into text
 * once for each kind of client; queues hold references to that text.
 */
export class LiveOrganization {
  readonly #parts: LiveOrganizationParts
  readonly #users = new Map<number, LiveUser>()
  /** The same users by each of their channels, so that a message costs nothing for those it is not for. */
  readonly #byChannel = new Map<number, Set<LiveUser>>()
  /** Those of whose queues one at least listens to all public channels. */
  readonly #publicListeners = new Set<LiveUser>()
  #position: number
  #handedOver: number
  #isDispatching = false
  readonly #kept = new KeptRows()
  /** Rows since the last one for which there was a live queue. */
  #unheard = 0
  /** Work on rows and announcements, one piece after another. */
  #tail: Promise<void> = Promise.resolve()

  constructor(position: number, parts: LiveOrganizationParts) {
    this.#position = position
    this.#handedOver = position
    this.#parts = parts
  }

  /** Rows up to here have been given to all live queues. */
  get position(): number {
    return this.#position
  }

  /** Rows up to here have been given to `dispatch`. */
  get handedOver(): number {
    return this.#handedOver
  }

  /** The rows after a position, at most so many; undefined where they are not kept any more. */
  givenOutAfter(position: number, limit: number): readonly GivenOut[] | undefined {
    return position < this.#position ? this.#kept.after(position, limit) : undefined
  }

  /** Resolves when everything handed over so far has been given out. */
  settled(): Promise<void> {
    return this.#tail
  }

  /** Gives out rows of the log, in order; those given out before are passed over. */
  dispatch(rows: readonly LogRow[]): void {
    this.#handedOver = Math.max(this.#handedOver, rows.at(-1)?.id ?? 0)
    this.#then(async () => {
      this.#isDispatching = true
      try {
        await this.#dispatch(rows.filter((row) => row.id > this.#position))
      } catch (error) {
        // The rows are safe in the log: queues that are no longer live read them from there.
        for (const user of this.#users.values()) for (const queue of user.queues) this.#letGo(queue)
        this.#kept.forget()
        throw error
      } finally {
        this.#isDispatching = false
      }
    })
  }

  /** Gives out an event without a row, after the rows on their way: nobody learns of typing in a channel before the channel. */
  announce(event: Emitted, audience: Audience): void {
    this.#then(async () => {
      if (this.#users.size === 0) return
      const directory = await this.#parts.directory()
      const prepared = unprepared({ type: event.type, body: event })
      const woken = new Set<EventQueue>()
      await this.#eachQueue(audience, directory, { given: 0 }, (queue, user) => {
        for (const rest of this.#parts.writer.textsFor(queue, user, directory, prepared).rests) {
          const id = queue.nextEphemeralId()
          if (id === undefined) continue
          queue.events.push({ id, rest })
          woken.add(queue)
        }
      })
      this.#wakeAll(woken)
    })
  }

  /** The channels of a user who has a live queue. */
  channelsOf(userId: number): Set<number> | undefined {
    return this.#users.get(userId)?.channels
  }

  /**
   * Makes a queue live that has read everything up to the position; `channels` are its user's at that position. Says
   * false while rows are being given out: those after the position may be for it too.
   */
  enroll(queue: EventQueue, channels: Set<number>): boolean {
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
    return true
  }

  /** Stops giving events to a queue: its next poll reads the log. */
  retire(queue: EventQueue): void {
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

  /** Whether one of a user's queues is being polled right now. */
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
    // Queues that all fell behind will be back in a moment.
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

  /** Gives the live queues of an audience something, many in each turn of the event loop; `pace` counts those of this turn. */
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
          // It may have ended meanwhile.
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

  /** Retires a queue and what it holds in memory. */
  #letGo(queue: EventQueue): void {
    this.retire(queue)
    queue.release()
  }

  #trackMembership({ type, body, audience }: LogRow): void {
    if (type !== 'subscription' || (body.op !== 'add' && body.op !== 'remove')) return
    const channels = (body.subscriptions as { stream_id: number }[]).map(({ stream_id }) => stream_id)
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

  /** The users with live queues who belong to an audience, or listen to all public channels. */
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

/** Whether one of the queues listens to all public channels and the channel is one that its user may read. */
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
