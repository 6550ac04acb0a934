import type { DeclaredEvent, SyncEvent } from '../state.ts'
import { type Message, messageOf } from './message.ts'

type NewMessage = Extract<DeclaredEvent, { type: 'message' }>

/** Returns the message that an event brings, as clients keep it; undefined for events of other types. */
export function newMessageOf(event: SyncEvent): Message | undefined {
  if (event.type !== 'message') return undefined
  const { message, flags } = event as NewMessage
  return messageOf(message, flags)
}
