import type { QueuePosition } from '@tagma/client/connection.ts'
import type { Following } from '@tagma/client/follow-events.ts'
import { type Copy, writeCopy } from '#kept/copy.ts'
import type { Kept } from '#kept/database.ts'
import type { Known } from '#state/known.ts'
import type { App } from '#state/use-app.ts'
import { follow } from './follow.ts'
import { takePollingTurns } from './polling-turn.ts'
import type { QueueClaims } from './queue-claims.ts'

export const copyKey = 'copy'
/** Milliseconds between two saves of the copy at least. */
const saveInterval = 20_000

/** A page's connection to the server, over hiding, failures of the network, and reloads. */
export interface Connecting {
  /** Tries to connect at once. */
  retry(): void
}

/**
 * Follows the account's events from where the copy ends, whenever it is this tab's turn, and keeps the copy up to date.
 */
export async function connect(
  app: App,
  { kept, copy, claims }: { kept: Kept; copy: Copy | undefined; claims: QueueClaims },
): Promise<Connecting> {
  const mayResume = copy !== undefined && (await claims.claim(copy.position.queueId))
  let position: QueuePosition | undefined = mayResume ? copy.position : undefined
  let following: Following | undefined
  let saved = app.store.get()
  let savedAt = app.clock.now()

  const save = () => {
    const known = app.store.get()
    const present = following?.position ?? position
    if (!present || isSaved(known, saved) || !turn.isHolder()) return
    saved = known
    savedAt = app.clock.now()
    // A storage that is full or forbidden keeps the older copy, or none.
    kept.save({ [copyKey]: writeCopy(known, present) }).catch(() => undefined)
  }
  const turn = takePollingTurns({
    begin() {
      if (following) return
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
  })
  app.store.subscribe(() => {
    if (app.clock.now() - savedAt > saveInterval) save()
  })
  addEventListener('pagehide', save)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') save()
    else following?.online()
  })
  addEventListener('online', () => following?.online())
  return { retry: () => following?.online() }
}

const isSaved = (known: Known, saved: Known) =>
  known.state === saved.state && known.messages === saved.messages && known.topics === saved.topics
