import type { Answer } from '@tagma/contract/define.ts'
import type { getSecondFactor } from '@tagma/contract/endpoints/sign-in/get-second-factor.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { useApp } from '#state/use-app.ts'
import { type CodeKind, codeKindOf } from './proof-fields.tsx'
import { useCanSave } from './setting-control.tsx'

/** One's second factor, as the server has it. */
export interface Factor {
  /** Undefined until it is known. */
  readonly state: Answer<typeof getSecondFactor> | undefined
  /** Why it is not known. */
  readonly failure: string | undefined
  /** Fetches it again, after a change. */
  readonly reload: () => Promise<void>
}

/** The codes that are asked for beside the password; undefined for somebody who has no second step of any kind. */
export const askedCode = (ways: readonly string[]): CodeKind | undefined =>
  codeKindOf(ways) ?? (ways.includes('passkey') ? 'recovery' : undefined)

/** Fetches the state of one's second factor while there is a connection. */
export function useFactor(): Factor {
  const { client } = useApp()
  const canSave = useCanSave()
  const [state, setState] = useState<Factor['state']>()
  const [failure, setFailure] = useState<string>()
  const reload = useCallback(async () => {
    try {
      setState(await client.call(wire.getSecondFactor, {}))
      setFailure(undefined)
    } catch (error) {
      setFailure(errorText(error))
    }
  }, [client])
  useEffect(() => {
    if (canSave) void reload()
  }, [canSave, reload])
  return { state, failure, reload }
}
