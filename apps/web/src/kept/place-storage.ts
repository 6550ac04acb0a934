import type { Anchor } from '#parts/messages/anchor.ts'
import { accountIn } from './copy.ts'

/** Places of reading, by the key of the window. The one that was left last comes last. */
export type KeptPlaces = Map<string, Anchor>

/**
 * Returns the key of the places of the account that is signed in. Undefined for nobody: also for a page that signs out, which
 * has erased them.
 */
const key = () => {
  const account = accountIn(document.cookie)
  return account ? `tagma places ${account}` : undefined
}

/** Reads the places that this device keeps. Unlike the copy, they are there at once: a list waits for none. */
export function keptPlaces(): KeptPlaces {
  try {
    return new Map(JSON.parse(localStorage.getItem(key() ?? '') ?? '[]') as [string, Anchor][])
  } catch {
    return new Map()
  }
}

/** Keeps places. They are written at once, as a page that ends has no time. */
export function keepPlaces(places: KeptPlaces): void {
  const own = key()
  try {
    if (own !== undefined) localStorage.setItem(own, JSON.stringify([...places]))
  } catch {
    // Forbidden or full: places last as long as the page.
  }
}
