import type { Narrow } from '@tagma/sync/messages/narrow.ts'
import type { SyncEvent } from '@tagma/sync/state.ts'
import type { TakenUpTo } from './index-storage.ts'
import type { Around, Found, IndexPage, Next, Place, Sources } from './message-index.ts'

/** Something that changes the index, with the place in the queue to which it belongs. Only the holder of the poll saves. */
interface Change {
  readonly taken: TakenUpTo | undefined
  readonly isHolder: boolean
}

/** Messages of the page to the worker that searches. They are answered in their order. */
export type ToSearch =
  | {
      readonly kind: 'open'
      readonly userId: number
      /** So many messages are kept. */
      readonly most: number
      /** The place in the queue from which the page goes on; undefined if it registers. */
      readonly position: TakenUpTo | undefined
    }
  | { readonly kind: 'sources'; readonly sources: Sources }
  | ({ readonly kind: 'events'; readonly events: readonly SyncEvent[] } & Change)
  /** Events were missed. */
  | ({ readonly kind: 'doubt' } & Change)
  /** Asks what to fetch next. */
  | { readonly kind: 'ask' }
  | ({ readonly kind: 'page'; readonly page: IndexPage; readonly before: Exclude<Next, undefined> } & Change)
  | { readonly kind: 'save' }
  | { readonly kind: 'around'; readonly id: number; readonly narrow: Narrow; readonly place: Place }
  | { readonly kind: 'search'; readonly id: number; readonly narrow: Narrow; readonly onlyCurrent: boolean }

/** Answers of the worker. */
export type FromSearch =
  | { readonly kind: 'next'; readonly next: Next }
  | { readonly kind: 'found'; readonly id: number; readonly found: Found }
  | { readonly kind: 'placed'; readonly id: number; readonly around: Around }
