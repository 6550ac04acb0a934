import { useCallback, useRef, useState } from 'preact/hooks'

/**
 * Keeps a value that belongs to something, such as a conversation. It begins again with `initial` in the drawing in which
 * `key` becomes another; what is set for an earlier key afterwards is dropped. `initial` is called whenever a key begins.
 */
export function useStateOf<T>(key: string, initial: () => T): readonly [T, (value: T) => void] {
  const kept = useRef<{ readonly key: string; value: T }>(undefined)
  const [, draw] = useState({})
  if (kept.current?.key !== key) kept.current = { key, value: initial() }
  const mine = kept.current
  const set = useCallback(
    (value: T) => {
      if (kept.current !== mine || Object.is(mine.value, value)) return
      mine.value = value
      draw({})
    },
    [mine],
  )
  return [mine.value, set]
}
