/** Chromium's only so far. */
interface Watcher extends EventTarget {
  destroy(): void
}

/**
 * Calls `close` when the reader asks with Back on Android to close what lies over the page. Otherwise Back leaves the page:
 * the browser knows of dialogs only. Returns a function that ends it.
 */
export function heedBack(close: () => void): () => void {
  const { CloseWatcher } = globalThis as { readonly CloseWatcher?: new () => Watcher }
  if (!CloseWatcher) return () => undefined
  const watcher = new CloseWatcher()
  watcher.addEventListener('close', close)
  return () => watcher.destroy()
}
