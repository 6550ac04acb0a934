import type { Term } from '@tagma/contract/address.ts'

/** A place that lists conversations. */
export type ListPlace =
  | { readonly kind: 'inbox' }
  | { readonly kind: 'recent' }
  | { readonly kind: 'direct' }
  | { readonly kind: 'channel'; readonly channelId: number }

/** A list that has no tab of its own in the bar of a narrow screen. */
export type LastList = Extract<ListPlace, { kind: 'recent' | 'channel' }>

/** The content of the second column: conversations, or the messages that a search finds. */
export type Place = ListPlace | { readonly kind: 'search'; readonly terms: readonly Term[] }
