import type { View } from '@tagma/contract/address.ts'
import { conversationKeyOf } from './addresses.ts'
import type { Known } from './known.ts'

export type ConversationView = Extract<View, { kind: 'conversation' }>

/** A conversation that stands beside the main column. */
export interface Beside {
  /** The number of its column. It stays while the column is there, whatever conversation it shows. */
  readonly id: number
  readonly view: ConversationView
  /** Conversations that the column showed before, the last one at the end: Back leads to them. */
  readonly before?: readonly ConversationView[]
}

/** The number of the main column. */
export const mainColumn = 0

/**
 * Returns what stands beside the main column when that opens a view. No conversation stands in two columns: the one that is
 * opened from beside leaves its column to the conversation that was open. With `isReplaced`, that one is gone.
 */
export function besideAfter(
  { beside, main, state }: Pick<Known, 'beside' | 'main' | 'state'>,
  next: View,
  isReplaced: boolean,
): readonly Beside[] {
  const keyOf = (view: View) => conversationKeyOf(view, state?.user_id ?? -1)
  const key = keyOf(next)
  const at = key === undefined ? -1 : beside.findIndex(({ view }) => keyOf(view) === key)
  if (at < 0) return beside
  return isReplaced || main.kind !== 'conversation' || keyOf(main) === key
    ? beside.toSpliced(at, 1)
    : beside.with(at, { ...beside[at]!, view: withoutAt(main) })
}

/** Returns a conversation without the message that an address named: it opens at the place of reading. */
export const withoutAt = ({ kind, conversation }: ConversationView): ConversationView => ({
  kind,
  conversation,
})
