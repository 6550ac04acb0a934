import type { Deed } from '#outbox/deeds.ts'

/** Opens the deeds of one account that the server has not heard of. Where the browser forbids storage, they last as long as the page. */
export function deedStorage(userId: () => number) {
  const key = () => `tagma deeds ${userId()}`
  let inPage: readonly Deed[] | undefined
  return {
    load(): readonly Deed[] {
      if (inPage) return inPage
      try {
        return JSON.parse(localStorage.getItem(key()) ?? '[]') as Deed[]
      } catch {
        return []
      }
    },
    save(deeds: readonly Deed[]): void {
      inPage = undefined
      try {
        if (deeds.length === 0) localStorage.removeItem(key())
        else localStorage.setItem(key(), JSON.stringify(deeds))
      } catch {
        // Forbidden or full.
        inPage = deeds
      }
    },
  }
}
