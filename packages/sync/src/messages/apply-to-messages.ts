import type { EventType, SyncEvent } from '../state.ts'
import { applyPolicy, applyStream, applySubscription } from './apply-channels.ts'
import { applyDelete, applyNew } from './apply-coming.ts'
import { applyFlags, applyReaction, applySubmessage } from './apply-marks.ts'
import { applyUpdate } from './apply-update.ts'
import type { Facts } from './facts.ts'
import type { MessageReducer } from './message-reducer.ts'
import { type Messages, withinLimits } from './messages.ts'

/** The reducer of each event type that changes messages or windows. A type without an entry does not compile. */
type MessageReducers = { readonly [T in EventType]: MessageReducer<T> | 'no messages' }

const reducers: MessageReducers = {
  message: applyNew,
  update_message: applyUpdate,
  delete_message: applyDelete,
  update_message_flags: applyFlags,
  reaction: applyReaction,
  submessage: applySubmessage,
  user_topic: applyPolicy,
  subscription: applySubscription,
  stream: applyStream,
  alert_words: 'no messages',
  attachment: 'no messages',
  channel_folder: 'no messages',
  custom_profile_fields: 'no messages',
  default_streams: 'no messages',
  device: 'no messages',
  drafts: 'no messages',
  has_webex_token: 'no messages',
  heartbeat: 'no messages',
  invites_changed: 'no messages',
  muted_topics: 'no messages',
  muted_users: 'no messages',
  navigation_view: 'no messages',
  presence: 'no messages',
  realm: 'no messages',
  realm_bot: 'no messages',
  tagma_commands: 'no messages',
  tagma_command: 'no messages',
  tagma_action: 'no messages',
  realm_domains: 'no messages',
  realm_emoji: 'no messages',
  realm_export: 'no messages',
  realm_export_consent: 'no messages',
  tagma_exports: 'no messages',
  tagma_push_devices: 'no messages',
  realm_linkifiers: 'no messages',
  realm_playgrounds: 'no messages',
  realm_user: 'no messages',
  realm_user_settings_defaults: 'no messages',
  reminders: 'no messages',
  saved_snippets: 'no messages',
  scheduled_messages: 'no messages',
  typing: 'no messages',
  typing_edit_message: 'no messages',
  user_group: 'no messages',
  user_settings: 'no messages',
  restart: 'no messages',
  user_status: 'no messages',
}

/** The most events that are remembered for pages on their way. */
const mostRecent = 500

/**
 * Returns the messages after an event. Never changes the messages given. `facts` are those of the state after the event:
 * call `applyEvent` first.
 */
export function applyToMessages(messages: Messages, event: SyncEvent, facts: Facts): Messages {
  const reducer = reducerOf(event.type)
  if (!reducer) return messages
  const recent =
    messages.recent.length < 2 * mostRecent
      ? [...messages.recent, event]
      : [...messages.recent.slice(-mostRecent), event]
  return withinLimits(reducer({ ...messages, position: messages.position + 1, recent }, event, facts))
}

/** Applies events once more, to a page that was asked for before they came. Twice has the same effect as once. */
export const replayed = (messages: Messages, events: readonly SyncEvent[], facts: Facts): Messages =>
  events.reduce((next, event) => reducerOf(event.type)?.(next, event, facts) ?? next, messages)

type AnyReducer = (messages: Messages, event: SyncEvent, facts: Facts) => Messages

/** Finds a reducer. The compiler cannot follow that the table pairs each type with its own, hence the cast. */
function reducerOf(type: string): AnyReducer | undefined {
  const reducer = Object.hasOwn(reducers, type) ? reducers[type as EventType] : 'no messages'
  return reducer === 'no messages' ? undefined : (reducer as AnyReducer)
}
