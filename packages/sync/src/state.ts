import type { Answer, Payload } from '@tagma/contract/define.ts'
import type { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import type { events } from '@tagma/contract/events.ts'

/**
 * A client's knowledge: the registration response, kept up to date by events. Parts that were not fetched are missing.
 */
export type State = Answer<typeof registerQueue>

/** An event as GET /events returns it. */
export type SyncEvent = Readonly<Record<string, unknown>> & { readonly type: string; readonly op?: string }

export type DeclaredEvent = Payload<(typeof events)[number]>

/** A type of event that the contract declares. */
export type EventType = DeclaredEvent['type']

/** Takes in an event of one type. Returns the same state if nothing changes. */
export type Reducer<T extends EventType> = (state: State, event: Extract<DeclaredEvent, { type: T }>) => State
