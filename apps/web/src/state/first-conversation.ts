import type { Connection } from '@tagma/client/connection.ts'
import { afterPaint } from '#parts/after-paint.ts'
import type { Known } from './known.ts'
import { windowOf } from './message-window.ts'
import type { Store } from './store.ts'

/** Milliseconds that are left for what one does with a page that has just been drawn. */
const rest = 100
/** Milliseconds that a slow device may take to draw it. */
const slowFrame = 3000
/** Milliseconds after which it is not waited for a conversation any more: it may not exist. */
const patience = 10_000

const asking: ReadonlySet<Connection['state']> = new Set(['registering', 'resuming', 'live'])

/**
 * Whether the page holds what its address names (the messages of a conversation, feed or search, or a list), or has nobody
 * to ask for it.
 */
function isReadable(known: Pick<Known, 'connection' | 'main' | 'messages' | 'state'>): boolean {
  const { connection, main, state } = known
  if (!asking.has(connection.state)) return true
  if (!state) return false
  const hasMessages = main.kind === 'conversation' || main.kind === 'feed' || main.kind === 'search'
  return !hasMessages || windowOf(known, main) !== undefined
}

/** Resolves when the page has rested after its next frame. */
export const rested = (framePatience?: number): Promise<void> =>
  new Promise((resolve) => void afterPaint(() => setTimeout(resolve, rest), framePatience))

/** Resolves when the first conversation of the page has been on the screen for a moment. Whatever can wait waits for that. */
export async function firstConversation(store: Store<Known>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = () => isReadable(store.get()) && resolve()
  const end = store.subscribe(look)
  const timer = setTimeout(resolve, patience)
  look()
  await promise
  end()
  clearTimeout(timer)
  await rested(slowFrame)
}
