import { openViews } from '#actions/stand-beside.ts'
import { conversationKeyOf } from '#state/addresses.ts'
import type { Known } from '#state/known.ts'
import type { Store } from '#state/store.ts'

/** A lock with this and the key of a conversation is held by each window that has the focus and shows it. */
const prefix = 'tagma watching '

const locks = 'locks' in navigator ? navigator.locks : undefined

/** Returns the keys of the conversations that a page shows. */
function shownKeys(known: Known): ReadonlySet<string> {
  const ownId = known.state?.user_id ?? -1
  return new Set(openViews(known).flatMap((view) => conversationKeyOf(view, ownId) ?? []))
}

/** Says to the other windows which conversations are in front of somebody. A window that crashes says no more. */
export function sayWatched(store: Store<Known>): void {
  if (!locks) return
  const held = new Map<string, () => void>()
  const look = () => {
    const keys = document.hasFocus() ? shownKeys(store.get()) : new Set<string>()
    for (const [key, release] of held) {
      if (keys.has(key)) continue
      held.delete(key)
      release()
    }
    for (const key of keys) {
      if (held.has(key)) continue
      const isOver = new Promise<void>((resolve) => held.set(key, resolve))
      locks.request(prefix + key, { mode: 'shared' }, () => isOver).catch(() => undefined)
    }
  }
  store.subscribe(look)
  addEventListener('focus', look)
  addEventListener('blur', look)
  document.addEventListener('visibilitychange', look)
  // A window with room for more columns, or for fewer.
  addEventListener('resize', look)
  look()
}

/** Returns the keys of the conversations that are in front of somebody, in any window of the browser. */
export async function watchedKeys(store: Store<Known>): Promise<ReadonlySet<string>> {
  const keys = new Set(document.hasFocus() ? shownKeys(store.get()) : [])
  const { held } = (await locks?.query()) ?? {}
  for (const { name } of held ?? []) if (name?.startsWith(prefix)) keys.add(name.slice(prefix.length))
  return keys
}
