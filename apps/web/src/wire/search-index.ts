import type { QueuePosition } from '@tagma/client/connection.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { Narrow } from '@tagma/sync/messages/narrow.ts'
import { indexName } from '#kept/database.ts'
import type { SearchedCount } from '#state/device.ts'
import type { App } from '#state/use-app.ts'
import type { TakenUpTo } from '#worker/index-storage.ts'
import type { Around, Found, IndexPage, Next, Place } from '#worker/message-index.ts'
import type { FromSearch, ToSearch } from '#worker/search-messages.ts'
import { workerAddress, workerScript } from './worker-script.ts'

/** Messages fetched at a time, and milliseconds between two calls: the index fills while one does other things. */
const atATime = 1000
const pause = 15_000
/** The same once somebody has searched. */
const hurriedPause = 3000
/** Milliseconds after a call that failed. */
const longPause = 60_000
/** Milliseconds without a search after which a tab that does not speak for the browser ends its worker. */
const restAfter = 120_000
/** Milliseconds between two notes of the place in the queue, where nothing else is told. */
const notePause = 2000

/** A worker, or its stand-in. */
export interface SearchWorker {
  post(message: ToSearch): void
  listen(hear: (message: FromSearch) => void): void
  terminate(): void
}

export interface IndexPorts {
  /** Undefined where the browser has no workers. */
  readonly start: () => SearchWorker | undefined
  readonly isHolder: () => boolean
  readonly position: () => QueuePosition | undefined
  /** The place from which the page went on; undefined if it registered. */
  readonly resumed: QueuePosition | undefined
  readonly most: () => SearchedCount
  readonly after: (milliseconds: number, work: () => void) => void
  readonly erase: () => void
}

/** The page's side of the index: tells the worker of events, fetches for it, and asks it. */
export class SearchIndex {
  readonly #app: App
  readonly #ports: IndexPorts
  #worker: SearchWorker | undefined
  #most: SearchedCount = 0
  #seen = 0
  #notedAt = Number.NEGATIVE_INFINITY
  #noted: number | undefined
  #sources: readonly unknown[] = []
  #isFilling = false
  #isWaiting = false
  #isHurried = false
  #searchId = 0
  #searchedAt = Number.NEGATIVE_INFINITY
  #isImpossible = false
  readonly #searches = new Map<number, (found: Found) => void>()
  readonly #places = new Map<number, (around: Around) => void>()
  #onNext: ((next: Next) => void) | undefined

  constructor(app: App, ports: IndexPorts) {
    this.#app = app
    this.#ports = ports
    this.#tell()
    app.store.subscribe(() => this.#tell())
    this.#later(longPause / 2)
  }

  /** Finds messages, newest first. Undefined where this device keeps none. `onlyCurrent`: none that may have changed since. */
  search(narrow: Narrow, onlyCurrent: boolean): Promise<Found> | undefined {
    const worker = this.#workerNow()
    if (!worker) return undefined
    // Whoever searches wants it filled.
    if (!this.#isHurried) void this.#fill()
    this.#isHurried = true
    const id = ++this.#searchId
    return new Promise((resolve) => {
      this.#searches.set(id, resolve)
      worker.post({ kind: 'search', id, narrow, onlyCurrent })
    })
  }

  /** Finds the messages of a narrow around a place. Undefined where this device keeps none. */
  around(narrow: Narrow, place: Place): Promise<Around> | undefined {
    const worker = this.#workerNow()
    if (!worker) return undefined
    const id = ++this.#searchId
    return new Promise((resolve) => {
      this.#places.set(id, resolve)
      worker.post({ kind: 'around', id, narrow, place })
    })
  }

  /** Returns the worker. A tab without one begins it. */
  #workerNow(): SearchWorker | undefined {
    this.#searchedAt = this.#app.clock.now()
    const userId = this.#app.store.get().state?.user_id
    if (!this.#worker && this.#most > 0 && userId !== undefined) {
      this.#begin(userId)
      this.#tell()
    }
    return this.#worker
  }

  /** Has the worker save what it knows: the page may go. */
  save(): void {
    this.#worker?.post({ kind: 'save' })
  }

  #begin(userId: number): void {
    const worker = this.#ports.start()
    this.#isImpossible = !worker
    if (!worker) return
    this.#worker = worker
    worker.listen((message) => this.#hear(message))
    worker.post({ kind: 'open', userId, most: this.#most, position: this.#rememberedFrom() })
    this.#sources = []
    // The events that the page remembers are told once more.
    const { recent, position } = this.#app.store.get().messages
    this.#seen = position - recent.length
  }

  /** Returns the place in the queue from which on the page remembers events. An index that ends before it has missed some. */
  #rememberedFrom(): TakenUpTo | undefined {
    const place = this.#ports.position() ?? this.#ports.resumed
    if (!place) return undefined
    const ids = this.#app.store.get().messages.recent.map((event) => (event as { readonly id?: unknown }).id)
    const first = ids.find((id) => typeof id === 'number')
    return { queueId: place.queueId, lastEventId: Math.min((first ?? Infinity) - 1, place.lastEventId) }
  }

  /** Ends the worker of a tab that does not speak for the browser: one of several tabs needs the memory. */
  #rest(): void {
    const isUsed = this.#app.clock.now() - this.#searchedAt < restAfter
    if (isUsed || !this.#worker) return
    this.#worker.terminate()
    this.#worker = undefined
    this.#searches.clear()
  }

  #hear(message: FromSearch): void {
    switch (message.kind) {
      case 'next':
        this.#onNext?.(message.next)
        break
      case 'found':
        this.#searches.get(message.id)?.(message.found)
        this.#searches.delete(message.id)
        break
      case 'placed':
        this.#places.get(message.id)?.(message.around)
        this.#places.delete(message.id)
        break
    }
  }

  /** Tells the worker of what came since the last time. */
  #tell(): void {
    const { state, messages } = this.#app.store.get()
    if (state?.user_id === undefined) return
    if (this.#ports.most() !== this.#most) this.#change()
    if (this.#most === 0 || this.#isImpossible) return
    if (!this.#worker && this.#ports.isHolder()) this.#begin(state.user_id)
    const worker = this.#worker
    if (!worker) return
    const { user_id, subscriptions, unsubscribed, never_subscribed, user_topics } = state
    const sources = [user_id, subscriptions, unsubscribed, never_subscribed, user_topics]
    if (sources.some((each, at) => each !== this.#sources[at])) {
      this.#sources = sources
      const known = { user_id, subscriptions, unsubscribed, never_subscribed, user_topics }
      worker.post({ kind: 'sources', sources: definedOf(known) })
    }
    const missed = messages.position - this.#seen
    this.#seen = messages.position
    const change = this.#place()
    if (missed > messages.recent.length) worker.post({ kind: 'doubt', ...change })
    else if (missed > 0) worker.post({ kind: 'events', events: messages.recent.slice(-missed), ...change })
    else this.#note(worker)
  }

  /** Notes the place in the queue now and then: events of other kinds move it, too. */
  #note(worker: SearchWorker): void {
    const change = this.#place()
    const now = this.#app.clock.now()
    if (!change.isHolder || change.taken?.lastEventId === this.#noted || now - this.#notedAt < notePause)
      return
    this.#notedAt = now
    this.#noted = change.taken?.lastEventId
    worker.post({ kind: 'events', events: [], ...change })
  }

  #place() {
    const position = this.#ports.position()
    return { taken: position && takenBy(position), isHolder: this.#ports.isHolder() }
  }

  /** Begins, or goes on with another number that the person chose. */
  #change(): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#searches.clear()
    const most = this.#ports.most()
    if (most < this.#most) this.#ports.erase()
    this.#most = most
  }

  /** Fetches what is missing, page after page, while this tab speaks for the browser and the server can be reached. */
  async #fill(): Promise<void> {
    if (this.#isFilling) return
    const isHolder = this.#ports.isHolder()
    if (!isHolder) this.#rest()
    const worker = this.#worker
    if (!worker || !isHolder || this.#app.store.get().connection.state !== 'live') return this.#later(pause)
    this.#isFilling = true
    try {
      const next = await new Promise<Next>((resolve) => {
        this.#onNext = resolve
        worker.post({ kind: 'ask' })
      })
      if (next === undefined) return this.#later(longPause)
      const page = await this.#fetch(next)
      worker.post({ kind: 'page', page, before: next, ...this.#place() })
      this.#later(this.#isHurried ? hurriedPause : pause)
    } catch {
      this.#later(longPause)
    } finally {
      this.#isFilling = false
    }
  }

  #later(milliseconds: number): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    this.#ports.after(milliseconds, () => {
      this.#isWaiting = false
      void this.#fill()
    })
  }

  async #fetch(next: Exclude<Next, undefined>): Promise<IndexPage> {
    const { messages, found_oldest } = await this.#app.client.call(wire.getMessages, {
      anchor: next,
      include_anchor: next === 'newest',
      num_before: atATime,
      num_after: 0,
      narrow: [],
      apply_markdown: true,
      client_gravatar: true,
      allow_empty_topic_name: true,
    })
    return { messages, found_oldest }
  }
}

const takenBy = ({ queueId, lastEventId }: QueuePosition): TakenUpTo => ({ queueId, lastEventId })

/** Leaves out what is undefined. */
const definedOf = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
    readonly [K in keyof T]?: Exclude<T[K], undefined>
  }

let present: SearchIndex | undefined

/** Returns the index of this device, if it keeps one. */
export const searchIndex = (): SearchIndex | undefined => present

/** Connections that cost by the byte. */
const isSparing = () =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true

/** The number of messages that a device keeps unless its person says otherwise: few where memory and data are scarce. */
export const usualSearched = (): SearchedCount => {
  const { deviceMemory = 8 } = navigator as { readonly deviceMemory?: number }
  if (isSparing()) return 0
  return deviceMemory <= 2 || matchMedia('(pointer: coarse)').matches ? 5_000 : 50_000
}

/** Keeps the newest messages of this device searchable from now on. */
export function beginIndex(
  app: App,
  { isHolder, position, resumed }: Pick<IndexPorts, 'isHolder' | 'position' | 'resumed'>,
): void {
  const start = (): SearchWorker | undefined => {
    const address = workerAddress('search-worker')
    if (address === undefined || !('Worker' in globalThis)) return undefined
    const worker = new Worker(workerScript(address))
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin of its own
      post: (message) => worker.postMessage(message),
      listen: (hear) =>
        worker.addEventListener('message', ({ data }: MessageEvent<FromSearch>) => hear(data)),
      terminate: () => worker.terminate(),
    }
  }
  present = new SearchIndex(app, {
    start,
    isHolder,
    position,
    resumed,
    most: () => app.store.get().device.searched ?? usualSearched(),
    after: (milliseconds, work) => void setTimeout(work, milliseconds),
    erase: () => void indexedDB.deleteDatabase(indexName),
  })
  const save = () => present?.save()
  addEventListener('pagehide', save)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && save())
}
