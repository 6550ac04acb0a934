import type { QueuePosition } from '@tagma/client/connection.ts'
import { followEvents, type Follower, type Following } from '@tagma/client/follow-events.ts'
import type { ServerEvent } from '@tagma/client/server-event.ts'
import type { State } from '@tagma/sync/state.ts'
import { accountIn, type Copy, CopyWriter, headKey } from '#kept/copy.ts'
import type { Kept } from '#kept/database.ts'
import { hasAllTaken, noteTaken } from '#kept/taken-events.ts'
import type { Known } from '#state/known.ts'
import type { App } from '#state/use-app.ts'
import { pageFollower, type PromptFollower } from './follow.ts'
import { hasTurns, type PollingTurns, takePollingTurns } from './polling-turn.ts'
import { registration } from './registration.ts'
import type { TabClaims } from './tab-claims.ts'
import { openTabChannel, silentChannel, TabLine } from './tab-line.ts'
import { betweenKeys, keysFirst } from './wait-for-key.ts'

/** Milliseconds between two saves of the copy: at least, and for a large one. A page that ends has no time to save. */
const shortestInterval = 2000
const longestInterval = 20_000
/** The part of the time that saving may take. */
const savingShare = 0.005

/** A page's connection to the server, over hiding, failures of the network, and reloads. */
export interface Connecting {
  /** Tries to connect at once. */
  retry(): void
  /** Ends the waiting call until `resume`. */
  pause(): void
  resume(): void
}

/** A page's connection by a queue, which somebody can listen to. */
export interface Heard extends Connecting {
  /** Calls `hear` with what the server says, when the page has taken it in. One at a time listens. */
  listen(hear: Hearing): void
  /** Whether this tab is the one that asks the server, and speaks for all tabs of the browser. */
  isHolder(): boolean
  /** The place in the queue up to which the page has taken in events. */
  position(): QueuePosition | undefined
}

/** Somebody who hears what the page has taken in. */
export interface Hearing {
  received(events: readonly ServerEvent[]): void
  registered(state: State): void
}

interface Saving {
  readonly writer: CopyWriter
  /** The place in the queue that the page's knowledge belongs to; undefined if this tab has nothing to save. */
  readonly position: () => QueuePosition | undefined
  readonly readable: Promise<void>
}

/** Saves the page's knowledge now and then as it changes, once the page is readable. Returns a function that does it at once. */
function copySaver(app: App, kept: Kept, { writer, position, readable }: Saving): () => void {
  let saved = app.store.get()
  let interval = shortestInterval
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = () => {
    const known = app.store.get()
    const present = position()
    if (!present || isSaved(known, saved)) return
    saved = known
    const begun = performance.now()
    // Tabs that take no turns overwrite each other's copies.
    if (!hasTurns) writer.forget()
    const instead = writer.isFresh ? headKey : undefined
    const texts = writer.write(known, present)
    const cost = performance.now() - begun
    interval = Math.min(Math.max(cost / savingShare, shortestInterval), longestInterval)
    // A storage that is full or forbidden keeps the older copy, or none.
    if (texts) kept.save(texts, instead).catch(() => writer.forget())
  }
  app.store.subscribe(() => {
    timer ??= setTimeout(() => {
      void readable.then(betweenKeys).then(() => {
        timer = undefined
        save()
      })
    }, interval)
  })
  return save
}

/** Milliseconds in which another tab answers. One that is being closed does not. */
const tabPatience = 2000

interface Connectable {
  readonly kept: Kept
  readonly copy: Copy | undefined
  readonly claims: TabClaims
  /** Resolved when the first conversation is on the screen: what costs time waits for that. */
  readonly readable: Promise<void>
}

/**
 * Follows the account's events from where the copy ends, and keeps the copy up to date. One tab of the browser asks the
 * server; the others hear from it.
 */
export async function connect(app: App, { kept, copy, claims, readable }: Connectable): Promise<Heard> {
  // Where tabs cannot take turns, each has a queue of its own.
  const mayResume = hasTurns || (copy !== undefined && (await claims.claim(copy.position.queueId)))
  const hearer = lateHearer(app.clock.now())
  const line = new TabLine({
    channel: hasTurns ? openTabChannel(accountIn(document.cookie) ?? 0) : silentChannel,
    follower: heardBy(pageFollower(app), hearer),
    state: () => app.store.get().state,
    retry: () => following?.online(),
    position: mayResume ? copy?.position : undefined,
    id: hasTurns ? crypto.randomUUID() : '',
  })
  let following: Following | undefined
  let isPaused = false
  /** Grows with each turn: what a turn before began is over. */
  let turnNumber = 0

  // A session that ends has erased the copy: it stays away.
  const writer = new CopyWriter()
  const save = copySaver(app, kept, {
    writer,
    readable,
    // The line's place moves as soon as events are taken in, that of the poll after its pause. A copy with an older
    // place than its state could not go on with the queue.
    position: () => (turn.isHolder() && !isPaused ? (line.position ?? following?.position) : undefined),
  })
  const follow = () => {
    const { position } = line
    const resume = position && hasAllTaken(position) ? { resume: position } : {}
    following = followEvents(app.client, askingFollower(line, claims), {
      atEnd: 'keep',
      registration,
      transport: keysFirst(),
      ...resume,
    })
    // How it ended stands in the store, and the page says it.
    following.done.catch(() => undefined)
  }
  const turns: PollingTurns = {
    begin(hadOther) {
      if (following || isPaused) return
      const number = ++turnNumber
      // Another tab may have saved its copy meanwhile.
      writer.forget()
      if (!hadOther || (line.position && hasAllTaken(line.position))) return follow()
      // The tab before has what this one missed.
      void line.join(tabPatience).then(() => number === turnNumber && !following && !isPaused && follow())
    },
    end() {
      turnNumber++
      if (!following) return
      save()
      following.stop()
      following = undefined
    },
  }
  const turn = takePollingTurns(turns)
  if (hasTurns && document.visibilityState === 'hidden') void line.join(tabPatience)
  heedPage(save, () => following)
  return {
    retry: () => (following ? following.online() : line.retry()),
    pause() {
      turns.end()
      isPaused = true
    },
    resume() {
      isPaused = false
      if (turn.isHolder()) turns.begin(false)
    },
    listen: (hear) => hearer.listen(hear),
    isHolder: () => turn.isHolder(),
    position: () => line.position ?? following?.position,
  }
}

/** Saves before the page goes, and tells the connection what the browser says of the network. */
function heedPage(save: () => void, following: () => Following | undefined): void {
  addEventListener('pagehide', save)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') save()
    else following()?.online()
  })
  addEventListener('online', () => following()?.online())
  // Browsers that say so can be wrong: the server may be on this machine.
  addEventListener('offline', () => following()?.offline())
}

/** Passes on what is heard, also to somebody who begins to listen late. */
interface Hearer extends Hearing {
  listen(hear: Hearing): void
}

/** Milliseconds by which the clocks of server and device may differ. */
const clockPatience = 5000

/**
 * Keeps messages that come before somebody listens. Those that were written before the page began (`began`, in milliseconds
 * since 1970) are no news.
 */
function lateHearer(began: number): Hearer {
  let hearing: Hearing | undefined
  let early: (readonly ServerEvent[])[] = []
  const isNews = (event: ServerEvent) =>
    event.type !== 'message' || event.message.timestamp * 1000 >= began - clockPatience
  return {
    listen(hear) {
      hearing = hear
      for (const events of early) hear.received(events)
      early = []
    },
    registered: (state) => hearing?.registered(state),
    received(events) {
      if (hearing) hearing.received(events)
      else early.push(events.filter(isNews))
    },
  }
}

const heardBy = (follower: PromptFollower, hearer: Hearing): PromptFollower => ({
  ...follower,
  registered(state) {
    follower.registered(state)
    hearer.registered(state)
  },
  received(events) {
    follower.received(events)
    hearer.received(events)
  },
})

/**
 * Milliseconds from taking in an answer to asking again in a rush: events that come meanwhile cost one call and one
 * drawing. Otherwise each is shown at once.
 */
const pace = 300
/** So many answers within a second are a rush. */
const rush = 3

/** Takes in what the server says to this tab, and notes what it has taken from the queue. */
function askingFollower(line: TabLine, claims: TabClaims): Follower {
  const follower = line.begin()
  /** Times of the last answers. */
  let times: readonly number[] = []
  return {
    ...follower,
    registered(state) {
      follower.registered(state)
      if (line.position) noteTaken(line.position)
      if (!hasTurns && state.queue_id !== null) void claims.claim(state.queue_id)
    },
    received(events) {
      const last = events.at(-1)
      if (line.position && last) noteTaken({ ...line.position, lastEventId: last.id })
      follower.received(events)
      const now = performance.now()
      times = [...times.slice(1 - rush), now]
      if (times.length < rush || now - times[0]! > 1000) return undefined
      return new Promise<void>((resolve) => setTimeout(resolve, pace))
    },
  }
}

const isSaved = (known: Known, saved: Known) =>
  known.state === saved.state && known.messages === saved.messages && known.topics === saved.topics
