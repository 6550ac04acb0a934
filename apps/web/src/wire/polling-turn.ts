/** Tells a tab when to ask the server for events. */
export interface PollingTurns {
  /** `hadOther`: another tab has asked until now. */
  begin(hadOther: boolean): void
  end(): void
}

export interface PollingTurn {
  /** Whether this tab is the one that asks, keeps the copy and tells of what happens. */
  isHolder(): boolean
}

const lockName = 'tagma holder'

const locks = 'locks' in navigator ? navigator.locks : undefined

/** Whether tabs can take turns. Without a secure context there are no locks: then each tab that is seen asks for itself. */
export const hasTurns = locks !== undefined && 'BroadcastChannel' in globalThis

/**
 * Decides which tab asks the server for events: the one that holds a lock. A tab takes the lock when it is seen, because
 * browsers slow down hidden ones; when it is closed, another one gets it.
 */
export function takePollingTurns(turns: PollingTurns): PollingTurn {
  const isSeen = () => document.visibilityState === 'visible'
  if (!hasTurns || !locks) {
    const decide = () => (isSeen() ? turns.begin(false) : turns.end())
    document.addEventListener('visibilitychange', decide)
    decide()
    return { isHolder: () => true }
  }
  let isHolder = false
  const hold = async (steal: boolean) => {
    const { held } = steal ? await locks.query() : { held: [] }
    const hadOther = held?.some(({ name }) => name === lockName) === true
    try {
      await locks.request(lockName, steal ? { steal } : {}, async () => {
        isHolder = true
        turns.begin(hadOther)
        // Held until another tab takes it, or this one is closed.
        await new Promise(() => undefined)
      })
    } catch {
      isHolder = false
      turns.end()
      // Behind the tab that has taken it.
      void hold(false)
    }
  }
  document.addEventListener('visibilitychange', () => {
    if (isSeen() && !isHolder) void hold(true)
  })
  void hold(isSeen())
  return { isHolder: () => isHolder }
}
