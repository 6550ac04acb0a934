import { limits } from '@tagma/contract/limits.ts'
import type { Directories } from '#directory/directories.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'
import type { Bus } from '#ports/bus.ts'
import type { Clock } from '#ports/clock.ts'
import { Refusal } from '#server/refusal.ts'
import type { Db } from '#store/db.ts'
import { newestLogId, readLog } from '#store/event-log.ts'
import { findQueue } from '#store/event-queues.ts'
import type { LogRow } from '#store/log-row.ts'
import { receivedMessage, subscribedChannelIds } from '#store/subscription-spans.ts'
import type { CommitListener, Emitted } from '#store/transactions.ts'
import type { Audience } from './audience.ts'
import { bufferLimit, EventQueue, idsPerPosition } from './event-queue.ts'
import type { EventBody, Shaper, Viewer } from './shaper.ts'

/** A user with at least one live queue in this process. */
interface LiveUser {
  readonly queues: Set<EventQueue>
  /** Subscribed channels, exact at the organization's position. */
  readonly channels: Set<number>
}

interface LiveOrganization {
  /** Rows up to here have been given to all live queues. */
  position: number
  readonly users: Map<number, LiveUser>
  /** Work on the organization's rows, one piece after another. */
  tail: Promise<void>
}

const passOn: Shaper = { type: '', shape: (body) => ({ key: '', shared: () => body }) }

/**
 * Brings events from the log to the queues of this process. Rows are taken in their order, each is shaped once for
 * each distinct kind of client, and queues get references to the same text. See ARCHITECTURE.md, "Events".
 */
export class EventHub implements CommitListener {
  readonly #db: Db
  readonly #directories: Directories
  readonly #clock: Clock
  readonly #bus: Bus
  readonly #onFault: (error: unknown) => void
  readonly #shapers: ReadonlyMap<string, Shaper>
  readonly #queues = new Map<string, EventQueue>()
  readonly #organizations = new Map<number, LiveOrganization>()
  readonly #parked = new Set<EventQueue>()
  #isDraining = false

  constructor(parts: {
    db: Db
    directories: Directories
    clock: Clock
    bus: Bus
    shapers: readonly Shaper[]
    onFault: (error: unknown) => void
  }) {
    this.#db = parts.db
    this.#directories = parts.directories
    this.#clock = parts.clock
    this.#bus = parts.bus
    this.#onFault = parts.onFault
    this.#shapers = new Map(parts.shapers.map((shaper) => [shaper.type, shaper]))
    this.#bus.subscribe((message) => {
      if (message.kind === 'log') void this.catchUp(message.organizationId)
      else if (message.kind === 'end-queues')
        this.#endQueues(
          message.organizationId,
          message.userIds,
          (queue_id) => new Refusal(message.code, message.message, { queue_id }),
        )
      else if (message.kind === 'announce')
        this.#deliverAnnouncement(message.organizationId, message.event, message.audience)
    })
  }

  // Commits

  async beforeBatch(db: Db, organizationId: number): Promise<void> {
    const directory = await this.#directories.get(organizationId)
    let rows
    while ((rows = await readLog(db, organizationId, directory.position)).length > 0) {
      await this.#directories.apply(organizationId, rows, db)
      this.#enqueue(organizationId, rows)
    }
  }

  async committed(organizationId: number, rows: readonly LogRow[]): Promise<void> {
    await this.#directories.apply(organizationId, rows)
    this.#enqueue(organizationId, rows)
    const last = rows.at(-1)
    if (last) this.#bus.publish({ kind: 'log', organizationId, position: last.id })
  }

  /** Reads what other processes have written to an organization's log. */
  async catchUp(organizationId: number): Promise<void> {
    const directory = await this.#directories.get(organizationId)
    const rows = await readLog(this.#db, organizationId, directory.position)
    if (rows.length === 0) return
    await this.#directories.apply(organizationId, rows)
    this.#enqueue(organizationId, rows)
    await this.catchUp(organizationId)
  }

  /** Reads on in the logs of all organizations with live queues, in case a wake-up was lost. */
  async catchUpAll(): Promise<void> {
    for (const organizationId of this.#organizations.keys()) await this.catchUp(organizationId)
  }

  #enqueue(organizationId: number, rows: readonly LogRow[]): void {
    const organization = this.#organizations.get(organizationId)
    if (!organization) return
    organization.tail = organization.tail
      .then(() => this.#dispatch(organizationId, organization, rows))
      .catch((error: unknown) => {
        // The rows are safe in the log: queues that are no longer live read them from there.
        for (const user of organization.users.values())
          for (const queue of user.queues) this.#retire(organization, queue)
        this.#onFault(error)
      })
  }

  // Dispatch to live queues

  async #dispatch(
    organizationId: number,
    organization: LiveOrganization,
    rows: readonly LogRow[],
  ): Promise<void> {
    const fresh = rows.filter((row) => row.id > organization.position)
    if (fresh.length === 0) return
    if (organization.users.size > 0) {
      const directory = await this.#directories.get(organizationId)
      const prepared = await this.#prepare(directory, fresh)
      const woken = new Set<EventQueue>()
      for (const [index, row] of fresh.entries()) {
        this.#trackMembership(organization, row)
        const texts = new Map<string, string>()
        for (const [userId, live] of this.#liveAudience(organization, directory, row)) {
          const user = directory.users.get(userId)
          if (!user) continue
          for (const queue of live.queues) {
            if (!queue.live || row.id <= queue.readPosition) continue
            if (this.#append(queue, user, directory, row, prepared[index], texts)) woken.add(queue)
          }
        }
        organization.position = row.id
      }
      for (const live of organization.users.values()) {
        for (const queue of live.queues) {
          if (!queue.live) continue
          queue.readPosition = organization.position
          if (queue.events.length >= bufferLimit) this.#retire(organization, queue)
        }
      }
      for (const queue of woken) this.#wake(queue)
    }
    organization.position = fresh.at(-1)?.id ?? organization.position
  }

  async #prepare(directory: OrganizationDirectory, rows: readonly LogRow[]): Promise<unknown[]> {
    const prepared: unknown[] = rows.map(() => undefined)
    for (const [type, ofType] of Map.groupBy(rows, (row) => row.type)) {
      const results = await this.#shapers.get(type)?.prepare?.(this.#db, directory, ofType)
      if (!results) continue
      for (const [index, row] of ofType.entries()) prepared[rows.indexOf(row)] = results[index]
    }
    return prepared
  }

  #trackMembership(organization: LiveOrganization, row: LogRow): void {
    if (row.type !== 'subscription' || (row.body.op !== 'add' && row.body.op !== 'remove')) return
    const channels = (row.body.subscriptions as { stream_id: number }[]).map(({ stream_id }) => stream_id)
    for (const userId of row.audience.users ?? []) {
      const live = organization.users.get(userId)
      if (!live) continue
      for (const channel of channels) {
        if (row.body.op === 'add') live.channels.add(channel)
        else live.channels.delete(channel)
      }
    }
  }

  /** The users with live queues who belong to a row's audience, or listen to all public channels. */
  *#liveAudience(
    organization: LiveOrganization,
    directory: OrganizationDirectory,
    row: LogRow,
  ): Iterable<[number, LiveUser]> {
    const { audience } = row
    const isSmall =
      audience.users && !audience.everyone && !audience.members && !audience.channels && !audience.received
    if (isSmall) {
      for (const id of new Set(audience.users)) {
        const live = organization.users.get(id)
        if (live && !audience.except?.includes(id)) yield [id, live]
      }
      return
    }
    const listed = new Set(audience.users)
    const except = new Set(audience.except)
    for (const [id, live] of organization.users) {
      if (except.has(id)) continue
      if (
        listed.has(id) ||
        audience.everyone ||
        (audience.members && (directory.users.get(id)?.role ?? 600) < 600) ||
        audience.channels?.some((channel) => live.channels.has(channel)) ||
        (audience.received &&
          (live.channels.has(audience.received.channel) ||
            listensToPublic(live.queues, directory, id, audience.received.channel)))
      )
        yield [id, live]
    }
  }

  /** Appends a row to a queue if it is for it; `texts` keeps what was made for other queues. */
  #append(
    queue: EventQueue,
    user: UserRecord,
    directory: OrganizationDirectory,
    row: LogRow,
    prepared: unknown,
    texts: Map<string, string>,
  ): boolean {
    const rest = this.#textFor(queue, user, directory, row, prepared, texts)
    if (rest === undefined) return false
    queue.events.push({ id: row.id * idsPerPosition, rest })
    return true
  }

  #textFor(
    queue: EventQueue,
    user: UserRecord,
    directory: OrganizationDirectory,
    event: { type: string; body: EventBody },
    prepared: unknown,
    texts: Map<string, string>,
  ): string | undefined {
    if (event.type === 'touch' || !queue.wants(event.type)) return undefined
    const shaper = this.#shapers.get(event.type) ?? passOn
    const viewer: Viewer = { user, ...queue.parameters }
    if (
      queue.parameters.narrow.length > 0 &&
      shaper.matches &&
      !shaper.matches(event.body, prepared, queue.parameters.narrow, viewer)
    )
      return undefined
    const shaped = shaper.shape(event.body, viewer, prepared, directory, queue.id)
    if (!shaped) return undefined
    let shared = texts.get(shaped.key)
    if (shared === undefined) {
      shared = JSON.stringify(shaped.shared()).slice(1)
      texts.set(shaped.key, shared)
    }
    return shaped.own ? `${JSON.stringify(shaped.own).slice(1, -1)},${shared}` : shared
  }

  // Events without a row

  /** Tells live queues of something that is not worth keeping: typing, presence. Lost where nobody listens. */
  announce(organizationId: number, event: Emitted, audience: Audience): void {
    this.#deliverAnnouncement(organizationId, event, audience)
    this.#bus.publish({ kind: 'announce', organizationId, event, audience })
  }

  #deliverAnnouncement(organizationId: number, event: Emitted, audience: Audience): void {
    const organization = this.#organizations.get(organizationId)
    if (!organization) return
    // After the rows that are on their way, so that nobody learns of typing in a channel before the channel.
    organization.tail = organization.tail
      .then(() => this.#spread(organization, organizationId, event, audience))
      .catch((error: unknown) => this.#onFault(error))
  }

  async #spread(
    organization: LiveOrganization,
    organizationId: number,
    event: Emitted,
    audience: Audience,
  ): Promise<void> {
    if (organization.users.size === 0) return
    const directory = await this.#directories.get(organizationId)
    const row: LogRow = { id: 0, organizationId, type: event.type, body: event, audience, touches: null }
    const texts = new Map<string, string>()
    for (const [userId, live] of this.#liveAudience(organization, directory, row)) {
      const user = directory.users.get(userId)
      if (!user) continue
      for (const queue of live.queues) {
        const id = queue.live ? queue.nextEphemeralId() : undefined
        const rest =
          id === undefined ? undefined : this.#textFor(queue, user, directory, row, undefined, texts)
        if (id === undefined || rest === undefined) continue
        queue.events.push({ id, rest })
        this.#wake(queue)
      }
    }
  }

  // Queues

  /** Takes over a queue whose row was just committed. */
  adopt(queue: EventQueue): void {
    this.#queues.set(queue.id, queue)
  }

  /** Waits for the events of a queue and gives them as a JSON list. Throws a Refusal for a queue that is not the user's. */
  async poll(request: {
    queueId: string
    user: UserRecord
    lastEventId: number
    dontBlock: boolean
    signal: AbortSignal
  }): Promise<string> {
    const queue = await this.#find(request.queueId, request.user)
    // What was committed before this poll belongs into its answer.
    await this.#organizations.get(queue.organizationId)?.tail
    queue.seenAt = this.#clock.now()
    queue.acknowledge(request.lastEventId)
    if (!queue.live) await this.#readOn(queue, request.user)
    if (queue.events.length > 0 || request.dontBlock || this.#isDraining || request.signal.aborted)
      return queue.text()
    // One poll at a time: the newest wins, because the older one's connection may be dead.
    queue.wake()
    return new Promise((resolve, reject) => {
      const parked = {
        until: this.#clock.now() + limits.heartbeatSeconds * 1000,
        answer: resolve,
        fail: reject,
      }
      queue.parked = parked
      this.#parked.add(queue)
      request.signal.addEventListener('abort', () => {
        if (queue.parked !== parked) return
        queue.parked = undefined
        this.#parked.delete(queue)
        resolve('[]')
      })
    })
  }

  /** Forgets a queue. Throws a Refusal for a queue that is not the user's. */
  async remove(queueId: string, user: UserRecord): Promise<void> {
    this.#forget(await this.#find(queueId, user))
  }

  /** Ends the queues of users who may no longer have them; their parked polls get the error. */
  removeAllOf(organizationId: number, userIds: Iterable<number>, error: (queueId: string) => Refusal): void {
    const { code, message } = error('')
    const ids = [...userIds]
    this.#bus.publish({ kind: 'end-queues', organizationId, userIds: ids, code, message })
    this.#endQueues(organizationId, ids, error)
  }

  #endQueues(organizationId: number, userIds: Iterable<number>, error: (queueId: string) => Refusal): void {
    const users = new Set(userIds)
    for (const queue of [...this.#queues.values()]) {
      if (queue.organizationId !== organizationId || !users.has(queue.userId)) continue
      const { parked } = queue
      queue.parked = undefined
      parked?.fail(error(queue.id))
      this.#forget(queue)
    }
  }

  async #find(id: string, user: UserRecord): Promise<EventQueue> {
    let queue = this.#queues.get(id)
    if (!queue) {
      const row = await findQueue(this.#db, id)
      if (row) {
        queue = this.#queues.get(id) ?? new EventQueue({ ...row, now: this.#clock.now() })
        this.#queues.set(id, queue)
      }
    }
    if (!queue || queue.userId !== user.id || queue.organizationId !== user.organizationId) {
      throw new Refusal('BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${id}`, { queue_id: id })
    }
    return queue
  }

  #wake(queue: EventQueue): void {
    this.#parked.delete(queue)
    queue.wake()
  }

  #forget(queue: EventQueue): void {
    this.#queues.delete(queue.id)
    this.#parked.delete(queue)
    queue.wake()
    const organization = this.#organizations.get(queue.organizationId)
    if (organization) this.#retire(organization, queue)
  }

  /** Stops appending to a queue: its next poll reads the log. */
  #retire(organization: LiveOrganization, queue: EventQueue): void {
    queue.live = false
    const live = organization.users.get(queue.userId)
    if (!live) return
    live.queues.delete(queue)
    if (live.queues.size === 0) organization.users.delete(queue.userId)
  }

  /** Reads the log from a queue's place on; makes it live when it has arrived at the end. */
  async #readOn(queue: EventQueue, user: UserRecord): Promise<void> {
    const { organizationId } = queue
    const directory = await this.#directories.get(organizationId)
    let organization = this.#organizations.get(organizationId)
    if (!organization) {
      organization = {
        position: await newestLogId(this.#db, organizationId),
        users: new Map(),
        tail: Promise.resolve(),
      }
      organization = this.#organizations.get(organizationId) ?? organization
      this.#organizations.set(organizationId, organization)
    }
    while (!queue.live && queue.events.length < bufferLimit) {
      const from = queue.readPosition
      const end = organization.position
      const rows = await readLog(this.#db, organizationId, from)
      if (queue.live || queue.readPosition !== from) return
      const prepared = await this.#prepare(directory, rows)
      const eligible: boolean[] = []
      for (const row of rows) eligible.push(await this.#isFor(queue, user, directory, row))
      if (queue.live || queue.readPosition !== from) return
      for (const [index, row] of rows.entries()) {
        if (eligible[index]) this.#append(queue, user, directory, row, prepared[index], new Map())
        queue.readPosition = row.id
      }
      if (rows.length > 0) continue
      // What was dispatched before this read and is not in the log any more is not for anybody.
      queue.readPosition = Math.max(queue.readPosition, end)
      if (await this.#goLive(organization, queue)) return
    }
  }

  /** Makes a queue live if it has read everything that was dispatched, and its user's channels with it. */
  async #goLive(organization: LiveOrganization, queue: EventQueue): Promise<boolean> {
    await organization.tail
    const { position } = organization
    if (queue.readPosition < position) return false
    const known = organization.users.get(queue.userId)
    const channels = known?.channels ?? new Set(await subscribedChannelIds(this.#db, queue.userId))
    // Something was dispatched meanwhile: the channels may be older than that.
    if (organization.position !== position) return false
    const live = organization.users.get(queue.userId) ?? { queues: new Set(), channels }
    organization.users.set(queue.userId, live)
    live.queues.add(queue)
    queue.live = true
    return true
  }

  /** Whether a row read from the log was for the user at the time. */
  async #isFor(
    queue: EventQueue,
    user: UserRecord,
    directory: OrganizationDirectory,
    row: LogRow,
  ): Promise<boolean> {
    const { audience } = row
    if (!queue.wants(row.type) || audience.except?.includes(user.id)) return false
    if (audience.everyone || audience.users?.includes(user.id) || (audience.members && user.role < 600))
      return true
    if (audience.received) {
      if (await receivedMessage(this.#db, user.id, audience.received.channel, audience.received.message))
        return true
      if (listensToPublic([queue], directory, user.id, audience.received.channel)) return true
    }
    if (audience.channels) {
      const subscribed = await subscribedChannelIds(this.#db, user.id)
      return audience.channels.some((channel) => subscribed.includes(channel))
    }
    return false
  }

  // Upkeep

  /** Sends heartbeats to polls that have waited long enough. Called every second or so. */
  tick(): void {
    const now = this.#clock.now()
    for (const queue of this.#parked) {
      if (!queue.parked) {
        this.#parked.delete(queue)
      } else if (queue.parked.until <= now) {
        const id = queue.nextEphemeralId()
        if (id !== undefined) queue.events.push({ id, rest: '"type":"heartbeat"}' })
        this.#wake(queue)
      }
    }
  }

  /** Queues that nobody has polled for longer than they live. */
  idleQueues(): EventQueue[] {
    const now = this.#clock.now()
    return [...this.#queues.values()].filter(
      (queue) => !queue.parked && now - queue.seenAt > queue.idleSeconds * 1000,
    )
  }

  /** Queues whose row says less than is known here. */
  unsavedQueues(): EventQueue[] {
    return [...this.#queues.values()].filter(
      (queue) =>
        queue.position !== queue.saved.position || queue.seenAt !== queue.saved.seenAt || queue.parked,
    )
  }

  /** Forgets queues without touching their rows, which may live on in another process. */
  forget(queues: Iterable<EventQueue>): void {
    for (const queue of queues) this.#forget(queue)
  }

  /** Whether a user has polled lately: what "online" means to notifications. */
  isPolling(organizationId: number, userId: number): boolean {
    const live = this.#organizations.get(organizationId)?.users.get(userId)
    return live !== undefined && [...live.queues].some((queue) => queue.parked !== undefined)
  }

  /** Answers all parked polls and parks no more: the server is stopping. */
  drain(): void {
    this.#isDraining = true
    for (const queue of [...this.#parked]) this.#wake(queue)
  }
}

/** Whether one of the queues listens to all public channels and the channel is one that its user may read. */
function listensToPublic(
  queues: Iterable<EventQueue>,
  directory: OrganizationDirectory,
  userId: number,
  channelId: number,
): boolean {
  const channel = directory.channels.get(channelId)
  const user = directory.users.get(userId)
  if (!channel || !user || channel.isPrivate || (user.role >= 600 && !channel.isWebPublic)) return false
  for (const queue of queues) if (queue.parameters.allPublicChannels) return true
  return false
}
