import type { View } from '@tagma/contract/address.ts'
import type { State } from '@tagma/sync/state.ts'
import type { WordId } from '#words/words.ts'

/** The views that the product brings, in the order of places. */
export const builtInViews = [
  { id: 'inbox', fragment: 'inbox', name: 'places.inbox', isPinned: true },
  { id: 'recent', fragment: 'recent', name: 'places.recent', isPinned: true },
  { id: 'feed', fragment: 'feed', name: 'conversation.combined-feed', isPinned: false },
  { id: 'mentions', fragment: 'narrow/is/mentioned', name: 'places.mentions', isPinned: true },
  { id: 'followed', fragment: 'narrow/is/followed', name: 'places.followed', isPinned: false },
  { id: 'alerted', fragment: 'narrow/is/alerted', name: 'places.alerted', isPinned: false },
  { id: 'reactions', fragment: 'narrow/has/reaction/sender/me', name: 'places.reactions', isPinned: false },
  { id: 'starred', fragment: 'narrow/is/starred', name: 'places.starred', isPinned: true },
  { id: 'later', fragment: 'scheduled', name: 'places.later', isPinned: true },
] as const satisfies readonly {
  readonly id: string
  readonly fragment: string
  readonly name: WordId
  readonly isPinned: boolean
}[]

/** The pages of *Later*, in their order. */
export const laterTabs = ['drafts', 'scheduled', 'reminders', 'to-answer', 'asked'] as const

export const isLater = ({ kind }: View) => laterTabs.some((tab) => tab === kind)

export type BuiltInView = (typeof builtInViews)[number]

/** A view in places, or among the further ones that are folded away. */
export interface PlacedView {
  /** The address behind its `#`. */
  readonly fragment: string
  readonly isPinned: boolean
  /** Undefined for a search that the user gave a name. */
  readonly builtIn: BuiltInView | undefined
  /** The name of such a search. */
  readonly name: string | undefined
}

/** Returns all views of the user: built-in ones first, then searches with a name, in the order in which they were added. */
export function placedViews(chosen: State['navigation_views'] = []): readonly PlacedView[] {
  const byFragment = new Map(chosen.map((view) => [view.fragment, view]))
  const isBuiltIn = new Set<string>(builtInViews.map(({ fragment }) => fragment))
  return [
    ...builtInViews.map((builtIn): PlacedView => ({
      fragment: builtIn.fragment,
      isPinned: byFragment.get(builtIn.fragment)?.is_pinned ?? builtIn.isPinned,
      builtIn,
      name: undefined,
    })),
    ...chosen.flatMap(({ fragment, is_pinned: isPinned, name }): PlacedView[] =>
      isBuiltIn.has(fragment) || name === null ? [] : [{ fragment, isPinned, builtIn: undefined, name }],
    ),
  ]
}
