import type { Audience } from '#model/audience.ts'
import type { Announced } from '#model/log-event.ts'
import type { LogRow } from '#model/log-row.ts'
import type { PresenceRow } from '#model/presence-row.ts'

/** Messages between the processes of one installation. A lost message makes them slower, never wrong. */
export type BusMessage =
  /** The organization's log has grown, up to `position`. */
  | {
      readonly kind: 'log'
      readonly organizationId: number
      readonly position: number
      /** All rows between the position `after` and this one, unless they are too long to be carried. */
      readonly after: number
      readonly rows?: readonly LogRow[]
    }
  /** An event without a row: typing, presence. */
  | {
      readonly kind: 'announce'
      readonly organizationId: number
      readonly event: Announced
      readonly audience: Audience
    }
  /** A user is present; or, with `isWithdrawn`, wants to be seen as away from now on. */
  | {
      readonly kind: 'presence'
      readonly organizationId: number
      readonly entry: PresenceRow
      readonly isWithdrawn?: true
    }
  /** Calls that count against a rate limit; its window ends in `milliseconds`. */
  | { readonly kind: 'calls'; readonly key: string; readonly calls: number; readonly milliseconds: number }

/** Carries messages to the other processes, never back to the sender. */
export interface Bus {
  publish(message: BusMessage): void
  subscribe(listener: (message: BusMessage) => void): void
  /** True if there may be other processes. */
  readonly isShared: boolean
  /** True while messages of other processes arrive. */
  readonly isThere: boolean
  close(): Promise<void>
}

/** The bus of a single process. */
export const localBus: Bus = {
  publish: () => {},
  subscribe: () => {},
  isShared: false,
  isThere: false,
  close: async () => {},
}
