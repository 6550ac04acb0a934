import type { Clock } from '@tagma/client/clock.ts'
import * as outboxes from './outbox.ts'
import type { NewEntry, Outbox, OutboxEntry } from './outbox.ts'
import { outcomeOf } from './outcome.ts'

/** Keeps entries over reloads. Entry by entry, because several tabs of one browser write to it. */
export interface OutboxStore {
  load(): Promise<Outbox>
  /** Adds an entry, or replaces the one with its `localId`. */
  put(entry: OutboxEntry): Promise<void>
  remove(localId: string): Promise<void>
}

export interface OutboxPorts {
  readonly kept: OutboxStore
  readonly clock: Clock
  /** Calls the server. Resolves with the id of the message. */
  readonly send: (entry: OutboxEntry) => Promise<number>
  readonly get: () => Outbox
  /** Shows a changed outbox. */
  readonly set: (outbox: Outbox) => void
  /** Tells the writer that a message was refused. */
  readonly onRefused: (entry: OutboxEntry, reason: string) => void
}

/** Sends what is in the outbox, in order, until the server has it. Nothing is sent before `start`. */
export class OutboxRunner {
  readonly #ports: OutboxPorts
  #isRunning = false
  #endTimer: (() => void) | undefined

  constructor(ports: OutboxPorts) {
    this.#ports = ports
  }

  /** Takes up what an earlier page left, and begins to send. */
  async start(): Promise<void> {
    const { kept, clock, get, set } = this.#ports
    // Storage can be forbidden or broken. Then messages live as long as the page.
    const left = await kept.load().catch((): Outbox => [])
    const known = new Set(get().map(({ localId }) => localId))
    const missing = left.filter(({ localId }) => !known.has(localId))
    set(outboxes.resume([...missing, ...get()], clock.now()))
    this.#isRunning = true
    this.#run()
  }

  /** Stops sending. Calls that are under way end by themselves. */
  stop(): void {
    this.#isRunning = false
    this.#endTimer?.()
  }

  add(entry: NewEntry): void {
    this.#apply((outbox) => outboxes.enqueue(outbox, entry))
  }

  /** Tries at once what waits: the network is back, or the page is looked at again. */
  hurry(): void {
    this.#apply((outbox) => outboxes.hurry(outbox, this.#ports.clock.now()))
  }

  /** Sends a failed or unsure entry as a new message. */
  retry(localId: string, names: Pick<OutboxEntry, 'localId' | 'queueId' | 'writtenAt'>): void {
    this.#apply((outbox) => outboxes.retry(outbox, localId, names))
  }

  /** Takes an entry back. Returns it, unless it may already have reached the server. */
  withdraw(localId: string): OutboxEntry | undefined {
    const entry = this.#ports.get().find((other) => other.localId === localId)
    if (!entry || mayHaveArrived(entry)) return undefined
    this.#apply((outbox) => outboxes.remove(outbox, localId))
    return entry
  }

  /** The message event of an entry has come. */
  confirm(localId: string): void {
    this.#apply((outbox) => outboxes.remove(outbox, localId))
  }

  /** Removes sent entries with messages that are on the screen. */
  confirmShown(isShown: (localId: string, messageId: number) => boolean): void {
    this.#apply((outbox) => outboxes.confirm(outbox, isShown))
  }

  /** Sends what was written to one conversation to another: it was moved. */
  redirect(...[from, to]: [OutboxEntry['to'], OutboxEntry['to']]): void {
    this.#apply((outbox) => outboxes.redirect(outbox, from, to))
  }

  #apply(next: (outbox: Outbox) => Outbox): void {
    const before = this.#ports.get()
    const after = next(before)
    if (after === before) return
    this.#ports.set(after)
    this.#keep(before, after)
    this.#run()
  }

  #run(): void {
    if (!this.#isRunning) return
    const { clock, get } = this.#ports
    this.#endTimer?.()
    const now = clock.now()
    this.#apply((outbox) => outboxes.age(outbox, now))
    for (const entry of outboxes.dueEntries(get(), now)) void this.#send(entry)
    const next = outboxes.nextDue(get())
    if (next !== undefined) this.#endTimer = clock.after(Math.max(next - now, 0), () => this.#run())
  }

  async #send(entry: OutboxEntry): Promise<void> {
    const { send, clock, onRefused, get, set } = this.#ports
    const { localId } = entry
    set(outboxes.begin(get(), localId))
    try {
      const messageId = await send(entry)
      this.#apply((outbox) => outboxes.accept(outbox, localId, messageId))
    } catch (error) {
      const outcome = outcomeOf(error)
      if (outcome.kind === 'later')
        this.#apply((outbox) => outboxes.postpone(outbox, localId, clock.now(), outcome.wait))
      else if (get().some((other) => other.localId === localId)) {
        this.#apply((outbox) => outboxes.refuse(outbox, localId, outcome.reason))
        onRefused(entry, outcome.reason)
      }
    }
  }

  /** Writes the differences to the device. What cannot be kept is sent all the same. */
  #keep(before: Outbox, after: Outbox): void {
    const old = new Set(before)
    const present = new Set(after.map(({ localId }) => localId))
    const ignore = () => {}
    for (const entry of after) if (!old.has(entry)) this.#ports.kept.put(entry).catch(ignore)
    for (const { localId } of before)
      if (!present.has(localId)) this.#ports.kept.remove(localId).catch(ignore)
  }
}

function mayHaveArrived({ state }: OutboxEntry): boolean {
  return state.kind === 'sending' || state.kind === 'sent' || (state.kind === 'queued' && state.tries > 0)
}
