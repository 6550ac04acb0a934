/**
 * Remembers what is this tab's alone. Two tabs that polled one event queue would take events from each other; two that
 * went on with one upload would break it.
 */
export interface TabClaims {
  /** Claims a thing by its id. Resolves with whether no other open tab has it. */
  claim(id: string): Promise<boolean>
}

/** Claims by locks, which end with their tab. Without a secure context there are none: then a reload keeps its own. */
export function tabClaims(kind: 'queue' | 'upload' | 'recording'): TabClaims {
  const locks = 'locks' in navigator ? navigator.locks : undefined
  return {
    claim: (id) => {
      const name = `tagma ${kind} ${id}`
      return locks ? claimByLock(locks, name) : claimBySession(name)
    },
  }
}

/** Milliseconds until a thing counts as another tab's: a page that is being reloaded lets go of its locks late. */
const patience = 500

function claimByLock(locks: LockManager, name: string): Promise<boolean> {
  return new Promise((resolve) => {
    locks
      .request(name, { signal: AbortSignal.timeout(patience) }, () => {
        resolve(true)
        // Held until the tab is closed.
        return new Promise(() => undefined)
      })
      .catch(() => resolve(false))
  })
}

function claimBySession(name: string): Promise<boolean> {
  try {
    const isOwn = sessionStorage.getItem(name) !== null
    sessionStorage.setItem(name, 'own')
    return Promise.resolve(isOwn)
  } catch {
    // Without storage, nothing shows whose it is.
    return Promise.resolve(false)
  }
}
