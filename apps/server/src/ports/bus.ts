import type { LogRow } from '#model/log-row.ts'
import type { PresenceRow } from '#model/presence-row.ts'

/** What processes of one installation tell each other; losing a message makes them slower, never wrong. */
export type BusMessage =
  /** The organization's log has grown, up to `position`. */
  | {
      readonly kind: 'log'
      readonly organizationId: number
      readonly position: number
      /** All its rows between the position `after` and this one, where they are not too long to be carried. */
      readonly after: number
      readonly rows?: readonly LogRow[]
    }
  /** An event that is not worth a row: typing, presence. */
  | {
      readonly kind: 'announce'
      readonly organizationId: number
      readonly event: Readonly<Record<string, unknown>> & { readonly type: string }
      readonly audience: object
    }
  /** Somebody is there. */
  | { readonly kind: 'presence'; readonly organizationId: number; readonly entry: PresenceRow }
  /** Calls that count against a rate limit; `milliseconds` are left of its window. */
  | { readonly kind: 'calls'; readonly key: string; readonly calls: number; readonly milliseconds: number }

/** Carries messages to the other processes, never back to the sender. */
export interface Bus {
  publish(message: BusMessage): void
  subscribe(listener: (message: BusMessage) => void): void
  /** Whether there may be other processes at all. */
  readonly isShared: boolean
  close(): Promise<void>
}

/** For one process alone. */
export const localBus: Bus = {
  publish: () => {},
  subscribe: () => {},
  isShared: false,
  close: async () => {},
}
