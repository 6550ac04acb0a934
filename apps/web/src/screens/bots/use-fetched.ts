import { useEffect, useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { useCanSave } from '#screens/settings/setting-control.tsx'

interface Fetched<T> {
  /** Undefined until it came. */
  readonly value: T | undefined
  readonly failure: string | undefined
  /** Fetches again. What was there stays until the answer. */
  readonly reload: () => void
}

/** Fetches what a part of a page shows: at first, after a time without a connection, and when it is asked to. */
export function useFetched<T>(fetch: () => Promise<T>): Fetched<T> {
  const canSave = useCanSave()
  const [turn, setTurn] = useState(0)
  const [value, setValue] = useState<T>()
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
  }, [canSave, turn])
  return { value, failure, reload: () => setTurn((before) => before + 1) }
}
