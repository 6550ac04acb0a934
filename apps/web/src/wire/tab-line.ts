import type { Connection, QueuePosition } from '@tagma/client/connection.ts'
import type { RegisteredState } from '@tagma/client/follow-events.ts'
import type { ServerEvent } from '@tagma/client/server-event.ts'
import type { PromptFollower } from './follow.ts'

// All tabs of a browser share one event queue. One of them asks the server, and tells the others what it gets. Each tab
// knows its place in the queue: what it hears twice it drops, and what it missed it asks for.

/** Message from one tab to another: to the tab `to`, or without it to all. */
type Word =
  | { readonly kind: 'join'; readonly from: string; readonly position: QueuePosition | undefined }
  | {
      readonly kind: 'state'
      readonly to?: string
      readonly state: RegisteredState
      readonly position: QueuePosition
    }
  | {
      readonly kind: 'events'
      readonly to?: string
      /** The place before the events. */
      readonly since: QueuePosition
      readonly events: readonly ServerEvent[]
    }
  | { readonly kind: 'connection'; readonly to?: string; readonly connection: Connection }
  | { readonly kind: 'retry' }

/** A channel to the other tabs, as `BroadcastChannel` is. */
export interface TabChannel {
  post(word: unknown): void
  listen(hear: (word: unknown) => void): void
}

interface LineParts {
  readonly channel: TabChannel
  /** Takes in what the server says, whichever tab it said it to. */
  readonly follower: PromptFollower
  /** The state that this tab knows, for a tab that comes later. */
  readonly state: () => RegisteredState | undefined
  /** Tries to reach the server at once, if this tab is the one that asks it. */
  readonly retry: () => void
  /** The place that the tab's knowledge has at first. */
  readonly position: QueuePosition | undefined
  /** Tells this tab from others. */
  readonly id: string
}

/** Events that are kept for tabs that ask for what they missed. */
const keptEvents = 1000

/** The line between the tabs of a browser. */
export class TabLine {
  readonly #parts: LineParts
  #position: QueuePosition | undefined
  /** Whether this tab asks the server, or did so last. It answers those that join. */
  #isTeller = false
  /** The events behind `#recentSince`, in order. */
  #recent: ServerEvent[] = []
  #recentSince: QueuePosition | undefined
  #connection: Connection | undefined
  readonly #answered = new Set<() => void>()

  constructor(parts: LineParts) {
    this.#parts = parts
    this.#position = parts.position
    parts.channel.listen((word) => this.#hear(word as Word))
  }

  /** The place up to which this tab knows everything. */
  get position(): QueuePosition | undefined {
    return this.#position
  }

  /** From now on this tab asks the server. Returns a follower that takes in the answers, and tells them to the others. */
  begin(): PromptFollower {
    this.#isTeller = true
    this.#keepFrom(this.#position)
    return {
      registered: (state) => {
        this.#register(state, positionIn(state))
        // Tabs that need the state ask for it: to copy it for nobody costs half a second on a phone.
        if (this.#position) this.#post({ kind: 'events', since: this.#position, events: [] })
      },
      received: (events) => {
        const since = this.#position
        this.#receive(events)
        if (!since) return
        this.#recent.push(...events)
        if (this.#recent.length > 2 * keptEvents) this.#forget()
        this.#post({ kind: 'events', since, events })
      },
      changed: (connection) => {
        this.#connection = plain(connection)
        this.#parts.follower.changed(connection)
        if (connection.state !== 'closed' || connection.reason !== 'stopped')
          this.#post({ kind: 'connection', connection: this.#connection })
      },
    }
  }

  /** Asks for what this tab has missed. Resolves when it has it, or after a time without an answer. */
  join(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => end(), milliseconds)
      const end = () => {
        clearTimeout(timer)
        this.#answered.delete(end)
        resolve()
      }
      this.#answered.add(end)
      this.#post({ kind: 'join', from: this.#parts.id, position: this.#position })
    })
  }

  /** Asks the tab that is connected to try at once. */
  retry(): void {
    this.#post({ kind: 'retry' })
  }

  #hear(word: Word): void {
    const to = 'to' in word ? word.to : undefined
    if (to !== undefined && to !== this.#parts.id) return
    // An answer can come when this tab has begun to ask for itself.
    if (to !== undefined && this.#isTeller) return
    if (word.kind !== 'join' && word.kind !== 'retry') this.#isTeller = false
    switch (word.kind) {
      case 'join':
        if (this.#isTeller) this.#answer(word.from, word.position)
        break
      case 'retry':
        this.#parts.retry()
        break
      case 'connection':
        this.#parts.follower.changed(word.connection)
        break
      case 'state':
        this.#register(word.state, word.position)
        this.#end()
        break
      case 'events':
        if (this.#continues(word.since)) {
          this.#receive(word.events)
          this.#end()
        } else if (word.to === undefined) {
          this.#post({ kind: 'join', from: this.#parts.id, position: this.#position })
        }
    }
  }

  /** Whether events behind a place are what this tab needs next, without a gap. */
  #continues(since: QueuePosition): boolean {
    return this.#position?.queueId === since.queueId && since.lastEventId <= this.#position.lastEventId
  }

  #answer(to: string, position: QueuePosition | undefined): void {
    const from = this.#recentSince
    const state = this.#parts.state()
    if (position && from && position.queueId === from.queueId && position.lastEventId >= from.lastEventId) {
      const events = this.#recent.filter(({ id }) => id > position.lastEventId)
      this.#post({ kind: 'events', to, since: position, events })
    } else if (state && this.#position) {
      this.#post({ kind: 'state', to, state, position: this.#position })
    }
    if (this.#connection) this.#post({ kind: 'connection', to, connection: this.#connection })
  }

  #register(state: RegisteredState, position: QueuePosition | undefined): void {
    this.#position = position
    this.#keepFrom(position)
    this.#parts.follower.registered(state)
  }

  #receive(events: readonly ServerEvent[]): void {
    const position = this.#position
    const fresh = position ? events.filter(({ id }) => id > position.lastEventId) : events
    const newest = fresh.at(-1)
    if (!newest) return
    this.#parts.follower.received(fresh)
    if (position) this.#position = { ...position, lastEventId: newest.id }
  }

  #keepFrom(position: QueuePosition | undefined): void {
    this.#recent = []
    this.#recentSince = position
  }

  /** Forgets the older half. */
  #forget(): void {
    const gone = this.#recent.splice(0, this.#recent.length - keptEvents).at(-1)
    if (gone && this.#recentSince) this.#recentSince = { ...this.#recentSince, lastEventId: gone.id }
  }

  #end(): void {
    for (const end of this.#answered) end()
  }

  #post(word: Word): void {
    this.#parts.channel.post(word)
  }
}

/** The connection without its error, which cannot be sent to another tab. */
const plain = (connection: Connection): Connection =>
  'error' in connection ? { ...connection, error: undefined } : connection

function positionIn(state: RegisteredState): QueuePosition | undefined {
  return state.queue_id === null
    ? undefined
    : {
        queueId: state.queue_id,
        lastEventId: state.last_event_id,
        longPollSeconds: state.event_queue_longpoll_timeout_seconds ?? 90,
      }
}

/** Opens the channel between the tabs of an account. */
export function openTabChannel(userId: number): TabChannel {
  const channel = new BroadcastChannel(`tagma events ${userId}`)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it never leaves its origin
    post: (word) => channel.postMessage(word),
    listen: (hear) => channel.addEventListener('message', ({ data }) => hear(data)),
  }
}

/** The channel of a tab that shares nothing. */
export const silentChannel: TabChannel = { post: () => undefined, listen: () => undefined }
