// Made by `npm run golden` from the files beside it; do not edit.

import { alertWordsEvent } from './events/alert-words.ts'
import { customProfileFieldsEvent } from './events/custom-profile-fields.ts'
import { defaultStreamsEvent } from './events/default-streams.ts'
import { deleteMessageEvent } from './events/delete-message.ts'
import { deviceAddEvent, deviceRemoveEvent, deviceUpdateEvent } from './events/device.ts'
import { draftsAddEvent, draftsUpdateEvent, draftsRemoveEvent } from './events/drafts.ts'
import { heartbeatEvent } from './events/heartbeat.ts'
import { invitesChangedEvent } from './events/invites-changed.ts'
import { messageEvent } from './events/message.ts'
import { navigationViewAddEvent, navigationViewUpdateEvent, navigationViewRemoveEvent } from './events/navigation-view.ts'
import { presenceEvent } from './events/presence.ts'
import { reactionAddEvent, reactionRemoveEvent } from './events/reaction.ts'
import { realmDomainsAddEvent, realmDomainsChangeEvent, realmDomainsRemoveEvent } from './events/realm-domains.ts'
import { realmEmojiAddEvent, realmEmojiUpdateOneEvent, realmEmojiUpdateEvent } from './events/realm-emoji.ts'
import { realmLinkifiersEvent } from './events/realm-linkifiers.ts'
import { realmPlaygroundsEvent } from './events/realm-playgrounds.ts'
import { realmUserSettingsDefaultsUpdateEvent } from './events/realm-user-settings-defaults.ts'
import { realmUserAddEvent, realmUserUpdateEvent, realmUserRemoveEvent } from './events/realm-user.ts'
import { realmUpdateEvent, realmUpdateDictEvent, realmDeactivatedEvent } from './events/realm.ts'
import { savedSnippetsAddEvent, savedSnippetsUpdateEvent, savedSnippetsRemoveEvent } from './events/saved-snippets.ts'
import { streamUpdateEvent, streamCreateEvent, streamDeleteEvent } from './events/stream.ts'
import { subscriptionAddEvent, subscriptionRemoveEvent, subscriptionUpdateEvent, subscriptionPeerAddEvent, subscriptionPeerRemoveEvent } from './events/subscription.ts'
import { typingStartEvent, typingStopEvent } from './events/typing.ts'
import { updateMessageFlagsAddEvent, updateMessageFlagsRemoveEvent } from './events/update-message-flags.ts'
import { updateMessageEvent } from './events/update-message.ts'
import { userGroupAddMembersEvent, userGroupRemoveMembersEvent } from './events/user-group-members.ts'
import { userSettingsUpdateEvent } from './events/user-settings.ts'
import { userStatusEvent } from './events/user-status.ts'

/** Every event that clients can receive. */
export const events = [
  alertWordsEvent,
  customProfileFieldsEvent,
  defaultStreamsEvent,
  deleteMessageEvent,
  deviceAddEvent,
  deviceRemoveEvent,
  deviceUpdateEvent,
  draftsAddEvent,
  draftsUpdateEvent,
  draftsRemoveEvent,
  heartbeatEvent,
  invitesChangedEvent,
  messageEvent,
  navigationViewAddEvent,
  navigationViewUpdateEvent,
  navigationViewRemoveEvent,
  presenceEvent,
  reactionAddEvent,
  reactionRemoveEvent,
  realmDomainsAddEvent,
  realmDomainsChangeEvent,
  realmDomainsRemoveEvent,
  realmEmojiAddEvent,
  realmEmojiUpdateOneEvent,
  realmEmojiUpdateEvent,
  realmLinkifiersEvent,
  realmPlaygroundsEvent,
  realmUserSettingsDefaultsUpdateEvent,
  realmUserAddEvent,
  realmUserUpdateEvent,
  realmUserRemoveEvent,
  realmUpdateEvent,
  realmUpdateDictEvent,
  realmDeactivatedEvent,
  savedSnippetsAddEvent,
  savedSnippetsUpdateEvent,
  savedSnippetsRemoveEvent,
  streamUpdateEvent,
  streamCreateEvent,
  streamDeleteEvent,
  subscriptionAddEvent,
  subscriptionRemoveEvent,
  subscriptionUpdateEvent,
  subscriptionPeerAddEvent,
  subscriptionPeerRemoveEvent,
  typingStartEvent,
  typingStopEvent,
  updateMessageFlagsAddEvent,
  updateMessageFlagsRemoveEvent,
  updateMessageEvent,
  userGroupAddMembersEvent,
  userGroupRemoveMembersEvent,
  userSettingsUpdateEvent,
  userStatusEvent,
] as const
