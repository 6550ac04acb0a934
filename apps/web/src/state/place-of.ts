import type { View } from '@tagma/contract/address.ts'
import type { Place } from './place.ts'

/**
 * Returns the place that fits a view: a list that the view names, or the channel of a conversation, unless the present
 * list has that conversation too.
 */
export function placeOf(view: View, present: Place): Place {
  switch (view.kind) {
    case 'inbox':
    case 'recent':
      return { kind: view.kind }
    case 'topics':
    case 'new topic':
      return { kind: 'channel', channelId: view.channelId }
    case 'feed':
      return view.channelId === undefined ? present : { kind: 'channel', channelId: view.channelId }
    case 'new direct':
      return { kind: 'direct' }
    case 'search':
      return isAllDirect(view) ? { kind: 'direct' } : present
    case 'conversation': {
      // These two lists have all conversations.
      if (present.kind === 'inbox' || present.kind === 'recent') return present
      const { conversation } = view
      return conversation.kind === 'topic'
        ? { kind: 'channel', channelId: conversation.channelId }
        : { kind: 'direct' }
    }
    default:
      return present
  }
}

/** Whether a search is `is:dm` alone: the list of conversations with people. */
export const isAllDirect = ({ terms: [first, ...rest] }: Extract<View, { kind: 'search' }>) =>
  rest.length === 0 && first?.operator === 'is' && first.operand === 'dm' && !first.negated
