import type { ErrorCode } from '@tagma/contract/errors.ts'
import type { PresenceRow } from '#store/presence.ts'

/** What processes of one installation tell each other; losing a message makes them slower, never wrong. */
export type BusMessage =
  /** The organization's log has grown. */
  | { readonly kind: 'log'; readonly organizationId: number; readonly position: number }
  /** An event that is not worth a row: typing, presence. */
  | {
      readonly kind: 'announce'
      readonly organizationId: number
      readonly event: Readonly<Record<string, unknown>> & { readonly type: string }
      readonly audience: object
    }
  /** The event queues of users have ended, and their rows are gone. */
  | {
      readonly kind: 'end-queues'
      readonly organizationId: number
      readonly userIds: readonly number[]
      readonly code: ErrorCode
      readonly message: string
    }
  /** Somebody is there. */
  | { readonly kind: 'presence'; readonly organizationId: number; readonly entry: PresenceRow }

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
