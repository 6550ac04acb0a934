import { applyChannelFolder } from './channel-folders.ts'
import { applyChannels, applyDefaultChannels } from './channels.ts'
import { applyGroup } from './groups.ts'
import { applyMessageFlags } from './message-flags.ts'
import { applyMessage } from './messages.ts'
import { applyOrganization } from './organization.ts'
import type { Reducer, State, SyncEvent } from './state.ts'
import { applySubscription } from './subscriptions.ts'
import { applyMutedTopics, applyUserTopic } from './topics.ts'
import { applyUser } from './users.ts'

/** What takes in each event type; types without one change no state. */
const reducers: Readonly<Record<string, Reducer>> = {
  message: applyMessage,
  update_message_flags: applyMessageFlags,
  realm_user: applyUser,
  realm: applyOrganization,
  user_group: applyGroup,
  user_topic: applyUserTopic,
  muted_topics: applyMutedTopics,
  channel_folder: applyChannelFolder,
  stream: applyChannels,
  default_streams: applyDefaultChannels,
  subscription: applySubscription,
}

/** The state after an event. Never changes the state given. */
export function applyEvent(state: State, event: SyncEvent): State {
  return reducers[event.type]?.(state, event as never) ?? state
}
