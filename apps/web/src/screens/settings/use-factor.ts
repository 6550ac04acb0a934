import type { Answer } from '@tagma/contract/define.ts'
import type { getSecondFactor } from '@tagma/contract/endpoints/sign-in/get-second-factor.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useApp } from '#state/use-app.ts'
import { type CodeKind, codeKindOf } from './proof-fields.tsx'
import { type Fetched, useFetched } from './use-fetched.ts'

/** One's second factor, as the server has it. */
export type Factor = Fetched<Answer<typeof getSecondFactor>>

/** The codes that are asked for beside the password; undefined for somebody who has no second step of any kind. */
export const askedCode = (ways: readonly string[]): CodeKind | undefined =>
  codeKindOf(ways) ?? (ways.includes('passkey') ? 'recovery' : undefined)

/** Fetches the state of one's second factor while there is a connection. */
export function useFactor(): Factor {
  const { client } = useApp()
  return useFetched(() => client.call(wire.getSecondFactor, {}))
}
