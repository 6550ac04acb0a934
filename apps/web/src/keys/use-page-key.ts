import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '#state/use-app.ts'
import { isMac, isText } from './follow-keys.ts'
import { type Keys, keysOf } from './key-map.ts'

/** Parts that have their own keys: all that lie over a page, and the other columns. */
const elsewhere = 'dialog, [role="menu"], [popover], .places, .list-column, .aside, .beside'

/**
 * Handles a single key while a page is open, instead of the command that the key has elsewhere. On the list of channels, for
 * example, `n` creates a channel.
 */
export function usePageKey(keys: Keys, handler: (() => void) | undefined): void {
  const { store } = useApp()
  const latest = useRef(handler)
  latest.current = handler
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!latest.current || keysOf(event, isMac()) !== keys || !store.get().device.hasSingleKeys) return
      const { target } = event
      if (isText(target) || (target instanceof Element && target.closest(elsewhere))) return
      event.preventDefault()
      latest.current()
    }
    // Before the commands.
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [keys, store])
}
