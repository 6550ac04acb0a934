import * as wire from '@tagma/contract/wire.ts'
import type { App } from '#state/use-app.ts'

/** Milliseconds without a key, a touch or a movement after which somebody counts as idle. */
const idleAfter = 5 * 60_000
/** Milliseconds between two reports, if the server does not say. */
const usualInterval = 60_000

/** Signs of a person at the page's window. */
export interface Attention {
  /** Whether the page is seen. */
  isSeen(): boolean
  /** Calls `noticed` at every sign of somebody, and when the page is seen again. */
  watch(noticed: () => void): void
  /** The use of the device as a whole, where the desktop app tells of it. */
  readonly device?: {
    isIdle(): boolean
    /** Milliseconds since 1970. */
    lastActive(): number
  }
}

/**
 * Says whether somebody is there, and takes in whether the others are: at the start, at an even interval while the page is
 * seen, and when somebody comes back. A page that is not seen says nothing: its person is elsewhere.
 */
export function reportPresence(
  { store, client, clock }: App,
  attention: Attention,
  repeat: (work: () => void, milliseconds: number) => void,
): void {
  let noticedAt = clock.now()
  let reportedAt = Number.NEGATIVE_INFINITY
  let wasIdle = false
  let hasNewInput = true

  const { device } = attention
  const isAway = () => {
    const lastActive = Math.max(noticedAt, device?.lastActive() ?? 0)
    return clock.now() - lastActive > idleAfter && device?.isIdle() !== false
  }
  // Who uses the device is there, though the window is behind others.
  const isSeen = () => attention.isSeen() || (device !== undefined && !isAway())

  const report = async () => {
    const { state, connection } = store.get()
    if (!state || connection.state !== 'live' || !isSeen()) return
    const isIdle = isAway()
    if ((device?.lastActive() ?? 0) > reportedAt) hasNewInput = true
    wasIdle = isIdle
    reportedAt = clock.now()
    const answer = await client.call(wire.updatePresence, {
      status: isIdle ? 'idle' : 'active',
      new_user_input: hasNewInput,
      last_update_id: state.presence_last_update_id ?? -1,
    })
    hasNewInput = false
    const present = store.get().state
    if (!present?.presences || !answer.presences) return
    const isNews = Object.keys(answer.presences).length > 0
    store.set({
      state: {
        ...present,
        presence_last_update_id: answer.presence_last_update_id,
        ...(isNews ? { presences: { ...present.presences, ...answer.presences } } : {}),
      },
    })
  }
  const interval = () =>
    (store.get().state?.server_presence_ping_interval_seconds ?? 0) * 1000 || usualInterval
  const ifDue = () => {
    // A report that fails is made again at the next turn.
    const isBack = wasIdle && !isAway()
    if (isBack || clock.now() - reportedAt >= interval()) report().catch(() => undefined)
  }
  attention.watch(() => {
    noticedAt = clock.now()
    hasNewInput = true
    ifDue()
  })
  store.subscribe(ifDue)
  repeat(ifDue, usualInterval / 4)
}

/** The attention that a window gets. */
export const windowAttention: Attention = {
  isSeen: () => document.visibilityState === 'visible',
  watch(noticed) {
    for (const type of ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focus'])
      addEventListener(type, noticed, { passive: true, capture: true })
    document.addEventListener('visibilitychange', noticed)
  },
}
