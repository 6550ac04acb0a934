import type { Deed } from '#outbox/deeds.ts'

/** Opens the deeds of one account that the server has not heard of. Where the browser forbids storage, they last as long as the page. */
export function deedStorage(userId: () => number) {
  const key = () => `tagma deeds ${userId()}`
  return {
    load(): readonly Deed[] {
      try {
        return JSON.parse(localStorage.getItem(key()) ?? '[]') as Deed[]
      } catch {
        return []
      }
    },
    save(deeds: readonly Deed[]): void {
      try {
        if (deeds.length === 0) localStorage.removeItem(key())
        else localStorage.setItem(key(), JSON.stringify(deeds))
      } catch {
        // Forbidden or full.
      }
    },
  }
}
