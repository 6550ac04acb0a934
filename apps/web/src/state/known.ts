import type { State } from '@tagma/sync/state.ts'

/** How the page is connected to the server. */
export type Connection =
  /** Shows what the device kept; nothing has been asked yet. */
  | { readonly kind: 'cached' }
  /** Waits for the first state. */
  | { readonly kind: 'registering' }
  /** Follows events. */
  | { readonly kind: 'live' }
  /** Tries again later. Times are in milliseconds since 1970. */
  | { readonly kind: 'waiting'; readonly since: number; readonly until: number }
  | { readonly kind: 'signed out' }
  /** The organization was closed. */
  | { readonly kind: 'closed' }

/** The page's whole knowledge. Each part is replaced as a whole when it changes, so parts are compared by identity. */
export interface Known {
  /** The registration, kept up to date by events. Undefined before the first one. */
  readonly state: State | undefined
  readonly connection: Connection
}
