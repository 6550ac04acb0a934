// Made by `npm run golden` from the files beside it; do not edit.

import { alertWordsEvent } from './events/alert-words.ts'
import { attachmentAddEvent, attachmentUpdateEvent, attachmentRemoveEvent } from './events/attachment.ts'
import { channelFolderAddEvent, channelFolderUpdateEvent, channelFolderReorderEvent } from './events/channel-folder.ts'
import { customProfileFieldsEvent } from './events/custom-profile-fields.ts'
import { defaultStreamsEvent } from './events/default-streams.ts'
import { deleteMessageEvent } from './events/delete-message.ts'
import { deviceAddEvent, deviceRemoveEvent, deviceUpdateEvent } from './events/device.ts'
import { draftsAddEvent, draftsUpdateEvent, draftsRemoveEvent } from './events/drafts.ts'
import { hasWebexTokenEvent } from './events/has-webex-token.ts'
import { heartbeatEvent } from './events/heartbeat.ts'
import { invitesChangedEvent } from './events/invites-changed.ts'
import { messageEvent } from './events/message.ts'
import { mutedUsersEvent } from './events/muted-users.ts'
import { navigationViewAddEvent, navigationViewUpdateEvent, navigationViewRemoveEvent } from './events/navigation-view.ts'
import { presenceEvent } from './events/presence.ts'
import { reactionAddEvent, reactionRemoveEvent } from './events/reaction.ts'
import { realmBotAddEvent, realmBotUpdateEvent, realmBotDeleteEvent } from './events/realm-bot.ts'
import { realmDomainsAddEvent, realmDomainsChangeEvent, realmDomainsRemoveEvent } from './events/realm-domains.ts'
import { realmEmojiAddEvent, realmEmojiUpdateOneEvent, realmEmojiUpdateEvent } from './events/realm-emoji.ts'
import { realmExportEvent, realmExportConsentEvent } from './events/realm-export.ts'
import { realmLinkifiersEvent } from './events/realm-linkifiers.ts'
import { realmPlaygroundsEvent } from './events/realm-playgrounds.ts'
import { realmUserSettingsDefaultsUpdateEvent } from './events/realm-user-settings-defaults.ts'
import { realmUserAddEvent, realmUserUpdateEvent, realmUserRemoveEvent } from './events/realm-user.ts'
import { realmUpdateEvent, realmUpdateDictEvent, realmDeactivatedEvent } from './events/realm.ts'
import { remindersAddEvent, remindersRemoveEvent } from './events/reminders.ts'
import { restartEvent } from './events/restart.ts'
import { savedSnippetsAddEvent, savedSnippetsUpdateEvent, savedSnippetsRemoveEvent } from './events/saved-snippets.ts'
import { scheduledMessagesAddEvent, scheduledMessagesUpdateEvent, scheduledMessagesRemoveEvent } from './events/scheduled-messages.ts'
import { streamUpdateEvent, streamCreateEvent, streamDeleteEvent } from './events/stream.ts'
import { submessageEvent } from './events/submessage.ts'
import { subscriptionAddEvent, subscriptionRemoveEvent, subscriptionUpdateEvent, subscriptionPeerAddEvent, subscriptionPeerRemoveEvent } from './events/subscription.ts'
import { tagmaCommandEvent, tagmaActionEvent } from './events/tagma-command.ts'
import { tagmaCommandsEvent } from './events/tagma-commands.ts'
import { tagmaExportsEvent } from './events/tagma-exports.ts'
import { tagmaPushDevicesEvent } from './events/tagma-push-devices.ts'
import { typingEditMessageStartEvent, typingEditMessageStopEvent } from './events/typing-edit-message.ts'
import { typingStartEvent, typingStopEvent } from './events/typing.ts'
import { updateMessageFlagsAddEvent, updateMessageFlagsRemoveEvent } from './events/update-message-flags.ts'
import { updateMessageEvent } from './events/update-message.ts'
import { userGroupAddEvent, userGroupUpdateEvent, userGroupAddMembersEvent, userGroupRemoveMembersEvent, userGroupAddSubgroupsEvent, userGroupRemoveSubgroupsEvent, userGroupRemoveEvent } from './events/user-group.ts'
import { userSettingsUpdateEvent } from './events/user-settings.ts'
import { userStatusEvent } from './events/user-status.ts'
import { userTopicEvent, mutedTopicsEvent } from './events/user-topic.ts'

/** Every event that clients can receive. */
export const events = [
  alertWordsEvent,
  attachmentAddEvent,
  attachmentUpdateEvent,
  attachmentRemoveEvent,
  channelFolderAddEvent,
  channelFolderUpdateEvent,
  channelFolderReorderEvent,
  customProfileFieldsEvent,
  defaultStreamsEvent,
  deleteMessageEvent,
  deviceAddEvent,
  deviceRemoveEvent,
  deviceUpdateEvent,
  draftsAddEvent,
  draftsUpdateEvent,
  draftsRemoveEvent,
  hasWebexTokenEvent,
  heartbeatEvent,
  invitesChangedEvent,
  messageEvent,
  mutedUsersEvent,
  navigationViewAddEvent,
  navigationViewUpdateEvent,
  navigationViewRemoveEvent,
  presenceEvent,
  reactionAddEvent,
  reactionRemoveEvent,
  realmBotAddEvent,
  realmBotUpdateEvent,
  realmBotDeleteEvent,
  realmDomainsAddEvent,
  realmDomainsChangeEvent,
  realmDomainsRemoveEvent,
  realmEmojiAddEvent,
  realmEmojiUpdateOneEvent,
  realmEmojiUpdateEvent,
  realmExportEvent,
  realmExportConsentEvent,
  realmLinkifiersEvent,
  realmPlaygroundsEvent,
  realmUserSettingsDefaultsUpdateEvent,
  realmUserAddEvent,
  realmUserUpdateEvent,
  realmUserRemoveEvent,
  realmUpdateEvent,
  realmUpdateDictEvent,
  realmDeactivatedEvent,
  remindersAddEvent,
  remindersRemoveEvent,
  restartEvent,
  savedSnippetsAddEvent,
  savedSnippetsUpdateEvent,
  savedSnippetsRemoveEvent,
  scheduledMessagesAddEvent,
  scheduledMessagesUpdateEvent,
  scheduledMessagesRemoveEvent,
  streamUpdateEvent,
  streamCreateEvent,
  streamDeleteEvent,
  submessageEvent,
  subscriptionAddEvent,
  subscriptionRemoveEvent,
  subscriptionUpdateEvent,
  subscriptionPeerAddEvent,
  subscriptionPeerRemoveEvent,
  tagmaCommandEvent,
  tagmaActionEvent,
  tagmaCommandsEvent,
  tagmaExportsEvent,
  tagmaPushDevicesEvent,
  typingEditMessageStartEvent,
  typingEditMessageStopEvent,
  typingStartEvent,
  typingStopEvent,
  updateMessageFlagsAddEvent,
  updateMessageFlagsRemoveEvent,
  updateMessageEvent,
  userGroupAddEvent,
  userGroupUpdateEvent,
  userGroupAddMembersEvent,
  userGroupRemoveMembersEvent,
  userGroupAddSubgroupsEvent,
  userGroupRemoveSubgroupsEvent,
  userGroupRemoveEvent,
  userSettingsUpdateEvent,
  userStatusEvent,
  userTopicEvent,
  mutedTopicsEvent,
] as const
