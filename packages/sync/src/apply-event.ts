import { applyAlertWords } from './alert-words.ts'
import { applyBot, applyCommands } from './bots.ts'
import { applyChannelFolder } from './channel-folders.ts'
import { applyChannels, applyDefaultChannels } from './channels.ts'
import { applyCustomEmoji } from './custom-emoji.ts'
import { applyDevice } from './devices.ts'
import { applyDrafts } from './drafts.ts'
import { applyGroup } from './groups.ts'
import { applyLinkifiers } from './linkifiers.ts'
import { applyDeleteMessage, applyUpdateMessage } from './message-changes.ts'
import { applyMessageFlags } from './message-flags.ts'
import { applyMessage } from './messages.ts'
import { applyMutedUsers } from './muted-users.ts'
import { withUnreadCount } from './mutes.ts'
import { applyNavigationView } from './navigation-views.ts'
import { applyDomains, applyOrganization, applyPlaygrounds } from './organization.ts'
import { applyPresence } from './presence.ts'
import { applyProfileFields } from './profile-fields.ts'
import { withRights } from './rights.ts'
import { applySavedSnippets } from './saved-snippets.ts'
import { applyReminders, applyScheduledMessages } from './scheduled-messages.ts'
import { applyRestart } from './server.ts'
import { applySettingsDefaults, applyUserSettings } from './settings.ts'
import type { EventType, Reducer, State, SyncEvent } from './state.ts'
import { applySubscription } from './subscriptions.ts'
import { applyMutedTopics, applyUserTopic } from './topics.ts'
import { applyUserStatus } from './user-status.ts'
import { applyUser } from './users.ts'

/**
 * The reducer of each event type of the contract, or `no state` if the type changes nothing in the registration
 * response. A type without either does not compile.
 */
export type Reducers = { readonly [T in EventType]: Reducer<T> | 'no state' }

const reducers: Reducers = {
  message: applyMessage,
  update_message: applyUpdateMessage,
  delete_message: applyDeleteMessage,
  update_message_flags: applyMessageFlags,
  realm: applyOrganization,
  realm_domains: applyDomains,
  realm_linkifiers: applyLinkifiers,
  realm_playgrounds: applyPlaygrounds,
  navigation_view: applyNavigationView,
  realm_user: applyUser,
  user_group: applyGroup,
  user_topic: applyUserTopic,
  muted_topics: applyMutedTopics,
  channel_folder: applyChannelFolder,
  stream: applyChannels,
  default_streams: applyDefaultChannels,
  subscription: applySubscription,
  muted_users: applyMutedUsers,
  presence: applyPresence,
  realm_bot: applyBot,
  tagma_commands: applyCommands,
  tagma_command: 'no state',
  tagma_action: 'no state',
  user_status: applyUserStatus,
  user_settings: applyUserSettings,
  realm_user_settings_defaults: applySettingsDefaults,
  custom_profile_fields: applyProfileFields,
  restart: applyRestart,
  alert_words: applyAlertWords,
  has_webex_token: (state, { value }) => ({ ...state, has_webex_token: value }),
  device: applyDevice,
  drafts: applyDrafts,
  realm_emoji: applyCustomEmoji,
  saved_snippets: applySavedSnippets,
  scheduled_messages: applyScheduledMessages,
  reminders: applyReminders,
  attachment: 'no state',
  heartbeat: 'no state',
  invites_changed: 'no state',
  reaction: 'no state',
  realm_export: 'no state',
  realm_export_consent: 'no state',
  tagma_exports: 'no state',
  tagma_push_devices: 'no state',
  submessage: 'no state',
  typing: 'no state',
  typing_edit_message: 'no state',
}

/** Events that can change the user's rights. */
const decidesRights: ReadonlySet<string> = new Set(['realm', 'realm_user', 'user_group'])

/** Returns the state after an event. Never changes the state given. */
export function applyEvent(state: State, event: SyncEvent): State {
  const next = reducerOf(event.type)(state, event)
  return withUnreadCount(state, decidesRights.has(event.type) ? withRights(next) : next)
}

/**
 * Returns the reducer of an event that came as JSON. The compiler cannot follow that the table pairs each type with its
 * own reducer, hence the cast. Types that only a newer server knows change nothing.
 */
function reducerOf(type: string): (state: State, event: SyncEvent) => State {
  const reducer = Object.hasOwn(reducers, type) ? reducers[type as EventType] : 'no state'
  return reducer === 'no state' ? (state) => state : (reducer as (state: State, event: SyncEvent) => State)
}
