import type { QueuePosition } from '@tagma/client/connection.ts'
import type { Following } from '@tagma/client/follow-events.ts'
import { type Copy, writeCopy } from '#kept/copy.ts'
import type { Kept } from '#kept/database.ts'
import { copyKey } from '#kept/first-read.ts'
import { hasAllTaken } from '#kept/taken-events.ts'
import type { Known } from '#state/known.ts'
import type { App } from '#state/use-app.ts'
import { follow } from './follow.ts'
import { type PollingTurns, takePollingTurns } from './polling-turn.ts'
import type { TabClaims } from './tab-claims.ts'

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

/**
 * Follows the account's events from where the copy ends, whenever it is this tab's turn, and keeps the copy up to date.
 */
export async function connect(
  app: App,
  { kept, copy, claims }: { kept: Kept; copy: Copy | undefined; claims: TabClaims },
): Promise<Connecting> {
  const mayResume =
    copy !== undefined && hasAllTaken(copy.position) && (await claims.claim(copy.position.queueId))
  let position: QueuePosition | undefined = mayResume ? copy.position : undefined
  let following: Following | undefined
  let saved = app.store.get()
  let interval = shortestInterval
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPaused = false

  const save = () => {
    const known = app.store.get()
    const present = following?.position ?? position
    // A session that ends has erased the copy: it stays away.
    if (!present || isPaused || isSaved(known, saved) || !turn.isHolder()) return
    saved = known
    const begun = performance.now()
    const copyNow = writeCopy(known, present)
    const cost = performance.now() - begun
    interval = Math.min(Math.max(cost / savingShare, shortestInterval), longestInterval)
    // A storage that is full or forbidden keeps the older copy, or none.
    kept.save({ [copyKey]: copyNow }).catch(() => undefined)
  }
  const turns: PollingTurns = {
    begin() {
      if (following || isPaused) return
      following = follow(app, { resume: position, registered: (queueId) => void claims.claim(queueId) })
      // How it ended stands in the store, and the page says it.
      following.done.catch(() => undefined)
    },
    end() {
      if (!following) return
      save()
      position = following.position
      following.stop()
      following = undefined
    },
  }
  const turn = takePollingTurns(turns)
  app.store.subscribe(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      save()
    }, interval)
  })
  addEventListener('pagehide', save)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') save()
    else following?.online()
  })
  addEventListener('online', () => following?.online())
  return {
    retry: () => following?.online(),
    pause() {
      turns.end()
      isPaused = true
    },
    resume() {
      isPaused = false
      turns.begin()
    },
  }
}

const isSaved = (known: Known, saved: Known) =>
  known.state === saved.state && known.messages === saved.messages && known.topics === saved.topics
