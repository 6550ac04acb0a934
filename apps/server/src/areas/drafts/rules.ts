import type { NewDraft } from '@tagma/contract/objects/draft.ts'

/** Returns what is wrong with a draft's recipients, or undefined. Pure: the caller checks that the ids exist. */
export function addressProblem({ type, to }: Pick<NewDraft, 'type' | 'to'>): string | undefined {
  if (type === 'stream' && to.length !== 1) return 'Must specify exactly 1 channel ID for channel messages'
  if (type === '' && to.length > 0) return 'A draft without an address has no recipients: leave `to` empty'
  return undefined
}
