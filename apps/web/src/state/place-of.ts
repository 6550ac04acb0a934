import type { Term, View } from '@tagma/contract/address.ts'
import type { ListPlace, Place } from './place.ts'

/**
 * Returns the place that fits a view: a list that the view names, or the channel of a conversation, unless the present
 * list has that conversation too. It is the same object while it is the same list. `kept`: the place that a step of the
 * history was left with, which is meant then instead of the present one.
 */
export function placeOf(view: View, present: Place, kept: Place = present): Place {
  const place = newPlaceOf(view, isSame(kept, present) ? present : kept)
  return place.kind !== 'search' && isSame(place, present) ? present : place
}

const isSame = (a: Place, b: Place) => JSON.stringify(a) === JSON.stringify(b)

function newPlaceOf(view: View, present: Place): Place {
  switch (view.kind) {
    case 'inbox':
    case 'recent':
      return { kind: view.kind }
    case 'topics':
    case 'new topic':
      return { kind: 'channel', channelId: view.channelId }
    case 'feed':
      if (view.channelId !== undefined) return { kind: 'channel', channelId: view.channelId }
      return present.kind === 'search' ? { kind: 'inbox' } : present
    case 'new direct':
      return { kind: 'direct' }
    case 'search':
      if (isAllDirect(view)) return { kind: 'direct' }
      if (isSearch(view)) return { kind: 'search', terms: termsWithPlace(view) }
      return present.kind === 'search' ? { kind: 'inbox' } : present
    case 'conversation': {
      // A message that a search found opens beside what else was found.
      if (present.kind === 'search' && view.at && 'near' in view.at) return present
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

type SearchView = Extract<View, { kind: 'search' }>

/** Whether a view is looked at as a search. Those of one word, such as `is:starred`, are feeds. */
export const isSearch = (view: View): boolean =>
  view.kind === 'search' && !(view.terms.length === 1 && isFeedTerm(view.terms[0]!))

const isFeedTerm = ({ operator, negated }: Term) => operator === 'is' && !negated

/** Returns the terms of a search, with the one that says where it begins. */
function termsWithPlace({ terms, at }: SearchView): readonly Term[] {
  if (!at) return terms
  if ('near' in at) return [...terms, { operator: 'near', operand: at.near }]
  return 'date' in at
    ? [...terms, { operator: 'date', operand: at.date }]
    : [...terms, { operator: 'with', operand: at.with }]
}

/** Returns the view of a list. */
export function viewOfPlace(place: ListPlace): View {
  if (place.kind === 'channel') return { kind: 'topics', channelId: place.channelId }
  return place.kind === 'direct'
    ? { kind: 'search', terms: [{ operator: 'is', operand: 'dm' }] }
    : { kind: place.kind }
}
