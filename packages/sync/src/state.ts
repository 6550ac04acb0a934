import type { Answer } from '@tagma/contract/define.ts'
import type { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'

/** What a client knows: the registration response, kept up to date by events. Parts not fetched are missing. */
export type State = Answer<typeof registerQueue>

/** An event as GET /events gives it. */
export type SyncEvent = Readonly<Record<string, unknown>> & { readonly type: string; readonly op?: string }

/** Takes in an event of one type; returns the same state where nothing changes. */
export type Reducer = (state: State, event: never) => State
