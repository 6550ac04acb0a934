import { useEffect, useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { type HeardType, useHeard } from '#state/heard.ts'

interface Fetched<V> {
  /** Undefined until it came. */
  readonly value: V | undefined
  readonly failure: string | undefined
}

/** Fetches what the page does not keep, and again whenever an event of the type says that it changed. */
export function useFetched<V>(type: HeardType, fetch: () => Promise<V>): Fetched<V> {
  const canSave = useCanSave()
  const changes = useHeard(type)
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
  }, [canSave, changes])
  return { value, failure }
}
