/** Tells a tab when to ask for events. */
export interface PollingTurns {
  begin(): void
  end(): void
}

export interface PollingTurn {
  /** Whether this tab is the one that keeps the copy and tells of what happens. */
  isHolder(): boolean
}

const lockName = 'tagma holder'

/**
 * Decides which tabs ask for events: those that are seen, and the one that holds a lock. A tab takes the lock when it is
 * seen; when it is closed, another one gets it.
 *
 * Without a secure context there are no locks: then the tabs that are seen ask, and each is a holder.
 */
export function takePollingTurns(turns: PollingTurns): PollingTurn {
  const locks = 'locks' in navigator ? navigator.locks : undefined
  const isSeen = () => document.visibilityState === 'visible'
  let isHolder = locks === undefined
  const decide = () => (isSeen() || (isHolder && locks) ? turns.begin() : turns.end())

  const hold = async (steal: boolean) => {
    if (!locks) return
    try {
      await locks.request(lockName, steal ? { steal } : {}, async () => {
        isHolder = true
        decide()
        // Held until another tab takes it, or this one is closed.
        await new Promise(() => undefined)
      })
    } catch {
      isHolder = false
      decide()
      // Behind the tab that has taken it.
      void hold(false)
    }
  }
  document.addEventListener('visibilitychange', () => {
    decide()
    if (isSeen() && !isHolder) void hold(true)
  })
  decide()
  void hold(isSeen())
  return { isHolder: () => isHolder }
}
