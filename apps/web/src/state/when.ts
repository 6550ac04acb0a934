import type { Store } from './store.ts'

/** Resolves as soon as something is so. It is asked for now and after each change of the store. */
export function when<T extends object>(store: Store<T>, isSo: () => boolean): Promise<void> {
  if (isSo()) return Promise.resolve()
  return new Promise((resolve) => {
    const end = store.subscribe(() => {
      if (!isSo()) return
      end()
      resolve()
    })
  })
}
