import { useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'

export interface Attempting {
  /** The reason why the last attempt failed, for people. */
  readonly failure: string | undefined
  /** Waits for a call, and keeps why it was refused. Resolves with whether it was carried out. */
  readonly attempt: (call: Promise<unknown>) => Promise<boolean>
}

/** Lets a part of a page call the server, and say at its place why that was refused. */
export function useAttempt(): Attempting {
  const [failure, setFailure] = useState<string>()
  return {
    failure,
    async attempt(call) {
      setFailure(undefined)
      try {
        await call
        return true
      } catch (error) {
        setFailure(errorText(error))
        return false
      }
    },
  }
}
