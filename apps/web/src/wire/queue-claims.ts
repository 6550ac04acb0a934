/** Remembers which event queue is this tab's alone: two tabs that polled one queue would take events from each other. */
export interface QueueClaims {
  /** Claims a queue. Resolves with whether no other open tab has it. */
  claim(queueId: string): Promise<boolean>
}

const sessionKey = 'tagma queue'

/** Claims by locks, which end with their tab. Without a secure context there are none: then a reload keeps its queue. */
export function queueClaims(): QueueClaims {
  const locks = 'locks' in navigator ? navigator.locks : undefined
  return { claim: locks ? (queueId) => claimByLock(locks, queueId) : claimBySession }
}

/** Milliseconds until a queue counts as another tab's: a page that is being reloaded lets go of its locks late. */
const patience = 500

function claimByLock(locks: LockManager, queueId: string): Promise<boolean> {
  return new Promise((resolve) => {
    locks
      .request(`tagma queue ${queueId}`, { signal: AbortSignal.timeout(patience) }, () => {
        resolve(true)
        // Held until the tab is closed.
        return new Promise(() => undefined)
      })
      .catch(() => resolve(false))
  })
}

function claimBySession(queueId: string): Promise<boolean> {
  try {
    const isOwn = sessionStorage.getItem(sessionKey) === queueId
    sessionStorage.setItem(sessionKey, queueId)
    return Promise.resolve(isOwn)
  } catch {
    // Without storage, nothing shows that the queue is this tab's.
    return Promise.resolve(false)
  }
}
