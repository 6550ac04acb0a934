import type { DeclaredEvent, EventType } from '../state.ts'
import type { Facts } from './facts.ts'
import type { Messages } from './messages.ts'

/** Takes an event of one type into the messages. Returns the same messages if nothing changes. */
export type MessageReducer<T extends EventType> = (
  messages: Messages,
  event: Extract<DeclaredEvent, { type: T }>,
  facts: Facts,
) => Messages
