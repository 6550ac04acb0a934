import { type MessageView, termsOf } from '@tagma/contract/address.ts'
import { type Narrow, narrowKey, canonicalNarrow } from '@tagma/sync/messages/narrow.ts'
import type { Window } from '@tagma/sync/messages/window.ts'
import type { Known } from './known.ts'

const narrows = new WeakMap<MessageView, { readonly ownId: number; readonly narrow: Narrow }>()

/** Returns the narrow of a view. The combined feed leaves out what the reader has muted. */
export function narrowOf(view: MessageView, ownId: number): Narrow {
  const known = narrows.get(view)
  if (known?.ownId === ownId) return known.narrow
  const terms = termsOf(view).filter(({ operator }) => operator !== 'with' || view.kind === 'search')
  const isCombined = view.kind === 'feed' && view.channelId === undefined
  const all = isCombined ? [{ operator: 'is', operand: 'muted', negated: true }] : terms
  const narrow = canonicalNarrow(
    all.map((term) => ({ ...term })),
    ownId,
  )
  narrows.set(view, { ownId, narrow })
  return narrow
}

/** Returns the window of a view, if the page holds one. */
export function windowOf(known: Pick<Known, 'messages' | 'state'>, view: MessageView): Window | undefined {
  return known.messages.windows.get(narrowKey(narrowOf(view, known.state?.user_id ?? -1)))
}

/** Returns the channel whose messages a view shows, or undefined. */
export function channelOf(view: MessageView): number | undefined {
  if (view.kind === 'feed') return view.channelId
  if (view.kind === 'search' || view.conversation.kind !== 'topic') return undefined
  return view.conversation.channelId
}
