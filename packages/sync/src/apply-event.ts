import { applyChannels } from './channels.ts'
import { applyDeleteMessage, applyUpdateMessage } from './message-changes.ts'
import { applyMessageFlags } from './message-flags.ts'
import { applyMessage } from './messages.ts'
import type { Reducer, State, SyncEvent } from './state.ts'
import { applySubscription } from './subscriptions.ts'
import { applyUser } from './users.ts'

/** What takes in each event type; types without one change no state. */
const reducers: Readonly<Record<string, Reducer>> = {
  message: applyMessage,
  update_message: applyUpdateMessage,
  delete_message: applyDeleteMessage,
  update_message_flags: applyMessageFlags,
  realm_user: applyUser,
  stream: applyChannels,
  subscription: applySubscription,
}

/** The state after an event. Never changes the state given. */
export function applyEvent(state: State, event: SyncEvent): State {
  return reducers[event.type]?.(state, event as never) ?? state
}
