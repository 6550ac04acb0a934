import type { NewDraft } from '@tagma/contract/objects/draft.ts'

/** Why a draft's address is none, or undefined. Pure: whether the ids exist is for the caller to see. */
export function addressProblem({ type, to }: Pick<NewDraft, 'type' | 'to'>): string | undefined {
  if (type === 'stream' && to.length !== 1) return 'Must specify exactly 1 channel ID for channel messages'
  if (type === '' && to.length > 0) return 'A draft without an address has no recipients: leave `to` empty'
  return undefined
}
