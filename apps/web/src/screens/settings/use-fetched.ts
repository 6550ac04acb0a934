import { useEffect, useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { type HeardType, useHeard } from '#state/heard.ts'
import { useCanSave } from './setting-control.tsx'

/** Something that a page fetches for itself. */
export interface Fetched<V> {
  /** Undefined until it came. */
  readonly value: V | undefined
  readonly failure: string | undefined
  /** Fetches again. What was there stays until the answer. */
  readonly reload: () => void
}

/**
 * Fetches something that the page does not keep: at first, when a connection is back, by `reload`, when an event of the type
 * `changedBy` says that it changed, and when `changedWith` is another value than before.
 */
export function useFetched<V>(
  fetch: () => Promise<V>,
  changedBy?: HeardType,
  changedWith?: unknown,
): Fetched<V> {
  const canSave = useCanSave()
  const changes = useHeard(changedBy)
  const [turn, setTurn] = useState(0)
  const [value, setValue] = useState<V>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    if (!canSave) return undefined
    let isCurrent = true
    fetch().then(
      (found) => {
        if (!isCurrent) return
        setValue(() => found)
        setFailure(undefined)
      },
      (error: unknown) => {
        if (isCurrent) setFailure(errorText(error))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [canSave, changes, changedWith, turn])
  const reload = () => {
    setFailure(undefined)
    setTurn((before) => before + 1)
  }
  return { value, failure, reload }
}
