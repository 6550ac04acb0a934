// Made by `npm run golden` from the files beside it; do not edit.

import { addAlertWords } from './endpoints/alert-words/add-alert-words.ts'
import { getAlertWords } from './endpoints/alert-words/get-alert-words.ts'
import { removeAlertWords } from './endpoints/alert-words/remove-alert-words.ts'
import { getAuditLog } from './endpoints/audit/get-audit-log.ts'
import { getBackupState } from './endpoints/backups/get-backup-state.ts'
import { addBotFeed } from './endpoints/bots/add-bot-feed.ts'
import { createBot } from './endpoints/bots/create-bot.ts'
import { deactivateBot } from './endpoints/bots/deactivate-bot.ts'
import { deleteBotTemplate } from './endpoints/bots/delete-bot-template.ts'
import { getBotApiKey } from './endpoints/bots/get-bot-api-key.ts'
import { getBotCalls } from './endpoints/bots/get-bot-calls.ts'
import { getBotCommands } from './endpoints/bots/get-bot-commands.ts'
import { getBotFeeds } from './endpoints/bots/get-bot-feeds.ts'
import { getBotPayload } from './endpoints/bots/get-bot-payload.ts'
import { getBotPayloads } from './endpoints/bots/get-bot-payloads.ts'
import { getBotStorage } from './endpoints/bots/get-bot-storage.ts'
import { getBotTemplates } from './endpoints/bots/get-bot-templates.ts'
import { getBots } from './endpoints/bots/get-bots.ts'
import { previewBotTemplate } from './endpoints/bots/preview-bot-template.ts'
import { regenerateBotApiKey } from './endpoints/bots/regenerate-bot-api-key.ts'
import { removeBotFeed } from './endpoints/bots/remove-bot-feed.ts'
import { removeBotStorage } from './endpoints/bots/remove-bot-storage.ts'
import { repeatBotCall } from './endpoints/bots/repeat-bot-call.ts'
import { setBotCommands } from './endpoints/bots/set-bot-commands.ts'
import { setBotTemplate } from './endpoints/bots/set-bot-template.ts'
import { updateBotStorage } from './endpoints/bots/update-bot-storage.ts'
import { updateBot } from './endpoints/bots/update-bot.ts'
import { createBigBlueButtonVideoCall } from './endpoints/calls/create-big-blue-button-video-call.ts'
import { createConstructorGroupsVideoCall } from './endpoints/calls/create-constructor-groups-video-call.ts'
import { createNextcloudTalkVideoCall } from './endpoints/calls/create-nextcloud-talk-video-call.ts'
import { createWebexVideoCall } from './endpoints/calls/create-webex-video-call.ts'
import { createChannelFolder } from './endpoints/channel-folders/create-channel-folder.ts'
import { getChannelFolders } from './endpoints/channel-folders/get-channel-folders.ts'
import { patchChannelFolders } from './endpoints/channel-folders/patch-channel-folders.ts'
import { updateChannelFolder } from './endpoints/channel-folders/update-channel-folder.ts'
import { addDefaultStream } from './endpoints/channels/add-default-stream.ts'
import { archiveStream } from './endpoints/channels/archive-stream.ts'
import { createChannel } from './endpoints/channels/create-channel.ts'
import { getStreamById } from './endpoints/channels/get-stream-by-id.ts'
import { getStreamEmailAddress } from './endpoints/channels/get-stream-email-address.ts'
import { getStreamId } from './endpoints/channels/get-stream-id.ts'
import { getStreams } from './endpoints/channels/get-streams.ts'
import { getSubscribers } from './endpoints/channels/get-subscribers.ts'
import { getSubscriptionStatus } from './endpoints/channels/get-subscription-status.ts'
import { getSubscriptions } from './endpoints/channels/get-subscriptions.ts'
import { getUserChannels } from './endpoints/channels/get-user-channels.ts'
import { removeDefaultStream } from './endpoints/channels/remove-default-stream.ts'
import { subscribe } from './endpoints/channels/subscribe.ts'
import { unsubscribe } from './endpoints/channels/unsubscribe.ts'
import { updateStream } from './endpoints/channels/update-stream.ts'
import { updateSubscriptionProperty } from './endpoints/channels/update-subscription-property.ts'
import { updateSubscriptionSettings } from './endpoints/channels/update-subscription-settings.ts'
import { updateSubscriptions } from './endpoints/channels/update-subscriptions.ts'
import { addRealmDomain } from './endpoints/domains/add-realm-domain.ts'
import { deleteRealmDomain } from './endpoints/domains/delete-realm-domain.ts'
import { getRealmDomains } from './endpoints/domains/get-realm-domains.ts'
import { patchRealmDomain } from './endpoints/domains/patch-realm-domain.ts'
import { createDrafts } from './endpoints/drafts/create-drafts.ts'
import { deleteDraft } from './endpoints/drafts/delete-draft.ts'
import { editDraft } from './endpoints/drafts/edit-draft.ts'
import { getDrafts } from './endpoints/drafts/get-drafts.ts'
import { deactivateCustomEmoji } from './endpoints/emoji/deactivate-custom-emoji.ts'
import { getCustomEmoji } from './endpoints/emoji/get-custom-emoji.ts'
import { uploadCustomEmoji } from './endpoints/emoji/upload-custom-emoji.ts'
import { deleteQueue } from './endpoints/events/delete-queue.ts'
import { getEvents } from './endpoints/events/get-events.ts'
import { registerQueue } from './endpoints/events/register-queue.ts'
import { askForComplianceExport } from './endpoints/exports/ask-for-compliance-export.ts'
import { askForOwnExport } from './endpoints/exports/ask-for-own-export.ts'
import { deleteComplianceExport } from './endpoints/exports/delete-compliance-export.ts'
import { deleteOwnExport } from './endpoints/exports/delete-own-export.ts'
import { deleteRealmExport } from './endpoints/exports/delete-realm-export.ts'
import { exportRealm } from './endpoints/exports/export-realm.ts'
import { getComplianceExports } from './endpoints/exports/get-compliance-exports.ts'
import { getOwnExports } from './endpoints/exports/get-own-exports.ts'
import { getRealmExportConsents } from './endpoints/exports/get-realm-export-consents.ts'
import { getRealmExports } from './endpoints/exports/get-realm-exports.ts'
import { getGifs } from './endpoints/gifs/get-gifs.ts'
import { createUserGroup } from './endpoints/groups/create-user-group.ts'
import { deactivateUserGroup } from './endpoints/groups/deactivate-user-group.ts'
import { getIsUserGroupMember } from './endpoints/groups/get-is-user-group-member.ts'
import { getUserGroupMembers } from './endpoints/groups/get-user-group-members.ts'
import { getUserGroupSubgroups } from './endpoints/groups/get-user-group-subgroups.ts'
import { getUserGroups } from './endpoints/groups/get-user-groups.ts'
import { updateUserGroupMembers } from './endpoints/groups/update-user-group-members.ts'
import { updateUserGroupSubgroups } from './endpoints/groups/update-user-group-subgroups.ts'
import { updateUserGroup } from './endpoints/groups/update-user-group.ts'
import { receiveWebhook } from './endpoints/integrations/receive-webhook.ts'
import { createInviteLink } from './endpoints/invites/create-invite-link.ts'
import { getInviteDetails } from './endpoints/invites/get-invite-details.ts'
import { getInvites } from './endpoints/invites/get-invites.ts'
import { resendEmailInvite } from './endpoints/invites/resend-email-invite.ts'
import { revokeEmailInvite } from './endpoints/invites/revoke-email-invite.ts'
import { revokeInviteLink } from './endpoints/invites/revoke-invite-link.ts'
import { sendInvites } from './endpoints/invites/send-invites.ts'
import { testWelcomeBotCustomMessage } from './endpoints/invites/test-welcome-bot-custom-message.ts'
import { addLinkifier } from './endpoints/linkifiers/add-linkifier.ts'
import { getLinkifiers } from './endpoints/linkifiers/get-linkifiers.ts'
import { removeLinkifier } from './endpoints/linkifiers/remove-linkifier.ts'
import { reorderLinkifiers } from './endpoints/linkifiers/reorder-linkifiers.ts'
import { updateLinkifier } from './endpoints/linkifiers/update-linkifier.ts'
import { getAgentActions } from './endpoints/mcp/get-agent-actions.ts'
import { checkMessagesMatchNarrow } from './endpoints/messages/check-messages-match-narrow.ts'
import { deleteMessage } from './endpoints/messages/delete-message.ts'
import { deleteTopic } from './endpoints/messages/delete-topic.ts'
import { getDeletedMessages } from './endpoints/messages/get-deleted-messages.ts'
import { getMessageHistory } from './endpoints/messages/get-message-history.ts'
import { getMessage } from './endpoints/messages/get-message.ts'
import { getMessages } from './endpoints/messages/get-messages.ts'
import { getNewestTopics } from './endpoints/messages/get-newest-topics.ts'
import { getReadReceipts } from './endpoints/messages/get-read-receipts.ts'
import { getStreamTopics } from './endpoints/messages/get-stream-topics.ts'
import { markAllAsRead } from './endpoints/messages/mark-all-as-read.ts'
import { markStreamAsRead } from './endpoints/messages/mark-stream-as-read.ts'
import { markTopicAsRead } from './endpoints/messages/mark-topic-as-read.ts'
import { renderMessage } from './endpoints/messages/render-message.ts'
import { reportMessage } from './endpoints/messages/report-message.ts'
import { sendMessage } from './endpoints/messages/send-message.ts'
import { setTypingStatusForMessageEdit } from './endpoints/messages/set-typing-status-for-message-edit.ts'
import { setTypingStatus } from './endpoints/messages/set-typing-status.ts'
import { updateMessageFlagsForNarrow } from './endpoints/messages/update-message-flags-for-narrow.ts'
import { updateMessageFlags } from './endpoints/messages/update-message-flags.ts'
import { updateMessage } from './endpoints/messages/update-message.ts'
import { addNavigationView } from './endpoints/navigation-views/add-navigation-view.ts'
import { editNavigationView } from './endpoints/navigation-views/edit-navigation-view.ts'
import { getNavigationViews } from './endpoints/navigation-views/get-navigation-views.ts'
import { removeNavigationView } from './endpoints/navigation-views/remove-navigation-view.ts'
import { deactivateRealm } from './endpoints/organization/deactivate-realm.ts'
import { deleteRealmIcon } from './endpoints/organization/delete-realm-icon.ts'
import { deleteRealmLogo } from './endpoints/organization/delete-realm-logo.ts'
import { updateRealm } from './endpoints/organization/update-realm.ts'
import { uploadRealmIcon } from './endpoints/organization/upload-realm-icon.ts'
import { uploadRealmLogo } from './endpoints/organization/upload-realm-logo.ts'
import { addCodePlayground } from './endpoints/playgrounds/add-code-playground.ts'
import { removeCodePlayground } from './endpoints/playgrounds/remove-code-playground.ts'
import { getPresence } from './endpoints/presence/get-presence.ts'
import { getUserPresence } from './endpoints/presence/get-user-presence.ts'
import { updatePresence } from './endpoints/presence/update-presence.ts'
import { createCustomProfileField } from './endpoints/profile-fields/create-custom-profile-field.ts'
import { deleteCustomProfileField } from './endpoints/profile-fields/delete-custom-profile-field.ts'
import { getCustomProfileFields } from './endpoints/profile-fields/get-custom-profile-fields.ts'
import { removeProfileData } from './endpoints/profile-fields/remove-profile-data.ts'
import { reorderCustomProfileFields } from './endpoints/profile-fields/reorder-custom-profile-fields.ts'
import { updateCustomProfileField } from './endpoints/profile-fields/update-custom-profile-field.ts'
import { updateProfileData } from './endpoints/profile-fields/update-profile-data.ts'
import { createScimClient } from './endpoints/provisioning/create-scim-client.ts'
import { getScimClients } from './endpoints/provisioning/get-scim-clients.ts'
import { removeScimClient } from './endpoints/provisioning/remove-scim-client.ts'
import { rotateScimClient } from './endpoints/provisioning/rotate-scim-client.ts'
import { addApnsToken } from './endpoints/push/add-apns-token.ts'
import { addFcmToken } from './endpoints/push/add-fcm-token.ts'
import { addWebPushSubscription } from './endpoints/push/add-web-push-subscription.ts'
import { e2eeTestNotify } from './endpoints/push/e2ee-test-notify.ts'
import { getPushDevices } from './endpoints/push/get-push-devices.ts'
import { getWebPush } from './endpoints/push/get-web-push.ts'
import { registerClientDevice } from './endpoints/push/register-client-device.ts'
import { registerPushDevice } from './endpoints/push/register-push-device.ts'
import { removeApnsToken } from './endpoints/push/remove-apns-token.ts'
import { removeClientDevice } from './endpoints/push/remove-client-device.ts'
import { removeFcmToken } from './endpoints/push/remove-fcm-token.ts'
import { removeOlderPhone } from './endpoints/push/remove-older-phone.ts'
import { removeWebPushSubscription } from './endpoints/push/remove-web-push-subscription.ts'
import { restoreWebPushSubscription } from './endpoints/push/restore-web-push-subscription.ts'
import { testNotify } from './endpoints/push/test-notify.ts'
import { testPushDevices } from './endpoints/push/test-push-devices.ts'
import { testWebPush } from './endpoints/push/test-web-push.ts'
import { addReaction } from './endpoints/reactions/add-reaction.ts'
import { removeReaction } from './endpoints/reactions/remove-reaction.ts'
import { createMessageReminder } from './endpoints/scheduled/create-message-reminder.ts'
import { createScheduledMessage } from './endpoints/scheduled/create-scheduled-message.ts'
import { deleteReminder } from './endpoints/scheduled/delete-reminder.ts'
import { deleteScheduledMessage } from './endpoints/scheduled/delete-scheduled-message.ts'
import { getReminders } from './endpoints/scheduled/get-reminders.ts'
import { getScheduledMessages } from './endpoints/scheduled/get-scheduled-messages.ts'
import { updateScheduledMessage } from './endpoints/scheduled/update-scheduled-message.ts'
import { devFetchApiKey } from './endpoints/server/dev-fetch-api-key.ts'
import { fetchApiKey } from './endpoints/server/fetch-api-key.ts'
import { getServerSettings } from './endpoints/server/get-server-settings.ts'
import { jwtFetchApiKey } from './endpoints/server/jwt-fetch-api-key.ts'
import { updateDisplaySettings } from './endpoints/settings/update-display-settings.ts'
import { updateNotificationSettings } from './endpoints/settings/update-notification-settings.ts'
import { updateRealmUserSettingsDefaults } from './endpoints/settings/update-realm-user-settings-defaults.ts'
import { updateSettings } from './endpoints/settings/update-settings.ts'
import { addPasskey } from './endpoints/sign-in/add-passkey.ts'
import { askForPasskey } from './endpoints/sign-in/ask-for-passkey.ts'
import { beginPasskey } from './endpoints/sign-in/begin-passkey.ts'
import { beginSecondFactor } from './endpoints/sign-in/begin-second-factor.ts'
import { confirmSecondFactor } from './endpoints/sign-in/confirm-second-factor.ts'
import { createAccessToken } from './endpoints/sign-in/create-access-token.ts'
import { endAccessToken } from './endpoints/sign-in/end-access-token.ts'
import { endOtherSessions } from './endpoints/sign-in/end-other-sessions.ts'
import { endSession } from './endpoints/sign-in/end-session.ts'
import { forgetKnownDevice } from './endpoints/sign-in/forget-known-device.ts'
import { getAccessTokens } from './endpoints/sign-in/get-access-tokens.ts'
import { getKnownDevices } from './endpoints/sign-in/get-known-devices.ts'
import { getPasskeys } from './endpoints/sign-in/get-passkeys.ts'
import { getSecondFactor } from './endpoints/sign-in/get-second-factor.ts'
import { getSessions } from './endpoints/sign-in/get-sessions.ts'
import { getSignInServices } from './endpoints/sign-in/get-sign-in-services.ts'
import { removePasskey } from './endpoints/sign-in/remove-passkey.ts'
import { removeSecondFactor } from './endpoints/sign-in/remove-second-factor.ts'
import { renamePasskey } from './endpoints/sign-in/rename-passkey.ts'
import { renewRecoveryCodes } from './endpoints/sign-in/renew-recovery-codes.ts'
import { resetSecondFactor } from './endpoints/sign-in/reset-second-factor.ts'
import { stepUp } from './endpoints/sign-in/step-up.ts'
import { createSavedSnippet } from './endpoints/snippets/create-saved-snippet.ts'
import { deleteSavedSnippet } from './endpoints/snippets/delete-saved-snippet.ts'
import { editSavedSnippet } from './endpoints/snippets/edit-saved-snippet.ts'
import { getSavedSnippets } from './endpoints/snippets/get-saved-snippets.ts'
import { getUserStatus } from './endpoints/status/get-user-status.ts'
import { updateStatusForUser } from './endpoints/status/update-status-for-user.ts'
import { updateStatus } from './endpoints/status/update-status.ts'
import { pressButton } from './endpoints/submessages/press-button.ts'
import { sendSubmessage } from './endpoints/submessages/send-submessage.ts'
import { muteTopic } from './endpoints/topics/mute-topic.ts'
import { updateUserTopic } from './endpoints/topics/update-user-topic.ts'
import { checkThumbnailStatus } from './endpoints/uploads/check-thumbnail-status.ts'
import { getAttachments } from './endpoints/uploads/get-attachments.ts'
import { getFileTemporaryUrl } from './endpoints/uploads/get-file-temporary-url.ts'
import { removeAttachment } from './endpoints/uploads/remove-attachment.ts'
import { uploadFile } from './endpoints/uploads/upload-file.ts'
import { createUser } from './endpoints/users/create-user.ts'
import { deactivateOwnUser } from './endpoints/users/deactivate-own-user.ts'
import { deactivateUser } from './endpoints/users/deactivate-user.ts'
import { deleteAvatar } from './endpoints/users/delete-avatar.ts'
import { getOwnUser } from './endpoints/users/get-own-user.ts'
import { getUserByEmail } from './endpoints/users/get-user-by-email.ts'
import { getUser } from './endpoints/users/get-user.ts'
import { getUsers } from './endpoints/users/get-users.ts'
import { muteUser } from './endpoints/users/mute-user.ts'
import { reactivateUser } from './endpoints/users/reactivate-user.ts'
import { regenerateApiKey } from './endpoints/users/regenerate-api-key.ts'
import { unmuteUser } from './endpoints/users/unmute-user.ts'
import { updateUserByEmail } from './endpoints/users/update-user-by-email.ts'
import { updateUser } from './endpoints/users/update-user.ts'
import { uploadAvatar } from './endpoints/users/upload-avatar.ts'

/** Every endpoint, by operation id in camel case. */
export const endpoints = {
  addAlertWords,
  getAlertWords,
  removeAlertWords,
  getAuditLog,
  getBackupState,
  addBotFeed,
  createBot,
  deactivateBot,
  deleteBotTemplate,
  getBotApiKey,
  getBotCalls,
  getBotCommands,
  getBotFeeds,
  getBotPayload,
  getBotPayloads,
  getBotStorage,
  getBotTemplates,
  getBots,
  previewBotTemplate,
  regenerateBotApiKey,
  removeBotFeed,
  removeBotStorage,
  repeatBotCall,
  setBotCommands,
  setBotTemplate,
  updateBotStorage,
  updateBot,
  createBigBlueButtonVideoCall,
  createConstructorGroupsVideoCall,
  createNextcloudTalkVideoCall,
  createWebexVideoCall,
  createChannelFolder,
  getChannelFolders,
  patchChannelFolders,
  updateChannelFolder,
  addDefaultStream,
  archiveStream,
  createChannel,
  getStreamById,
  getStreamEmailAddress,
  getStreamId,
  getStreams,
  getSubscribers,
  getSubscriptionStatus,
  getSubscriptions,
  getUserChannels,
  removeDefaultStream,
  subscribe,
  unsubscribe,
  updateStream,
  updateSubscriptionProperty,
  updateSubscriptionSettings,
  updateSubscriptions,
  addRealmDomain,
  deleteRealmDomain,
  getRealmDomains,
  patchRealmDomain,
  createDrafts,
  deleteDraft,
  editDraft,
  getDrafts,
  deactivateCustomEmoji,
  getCustomEmoji,
  uploadCustomEmoji,
  deleteQueue,
  getEvents,
  registerQueue,
  askForComplianceExport,
  askForOwnExport,
  deleteComplianceExport,
  deleteOwnExport,
  deleteRealmExport,
  exportRealm,
  getComplianceExports,
  getOwnExports,
  getRealmExportConsents,
  getRealmExports,
  getGifs,
  createUserGroup,
  deactivateUserGroup,
  getIsUserGroupMember,
  getUserGroupMembers,
  getUserGroupSubgroups,
  getUserGroups,
  updateUserGroupMembers,
  updateUserGroupSubgroups,
  updateUserGroup,
  receiveWebhook,
  createInviteLink,
  getInviteDetails,
  getInvites,
  resendEmailInvite,
  revokeEmailInvite,
  revokeInviteLink,
  sendInvites,
  testWelcomeBotCustomMessage,
  addLinkifier,
  getLinkifiers,
  removeLinkifier,
  reorderLinkifiers,
  updateLinkifier,
  getAgentActions,
  checkMessagesMatchNarrow,
  deleteMessage,
  deleteTopic,
  getDeletedMessages,
  getMessageHistory,
  getMessage,
  getMessages,
  getNewestTopics,
  getReadReceipts,
  getStreamTopics,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  renderMessage,
  reportMessage,
  sendMessage,
  setTypingStatusForMessageEdit,
  setTypingStatus,
  updateMessageFlagsForNarrow,
  updateMessageFlags,
  updateMessage,
  addNavigationView,
  editNavigationView,
  getNavigationViews,
  removeNavigationView,
  deactivateRealm,
  deleteRealmIcon,
  deleteRealmLogo,
  updateRealm,
  uploadRealmIcon,
  uploadRealmLogo,
  addCodePlayground,
  removeCodePlayground,
  getPresence,
  getUserPresence,
  updatePresence,
  createCustomProfileField,
  deleteCustomProfileField,
  getCustomProfileFields,
  removeProfileData,
  reorderCustomProfileFields,
  updateCustomProfileField,
  updateProfileData,
  createScimClient,
  getScimClients,
  removeScimClient,
  rotateScimClient,
  addApnsToken,
  addFcmToken,
  addWebPushSubscription,
  e2eeTestNotify,
  getPushDevices,
  getWebPush,
  registerClientDevice,
  registerPushDevice,
  removeApnsToken,
  removeClientDevice,
  removeFcmToken,
  removeOlderPhone,
  removeWebPushSubscription,
  restoreWebPushSubscription,
  testNotify,
  testPushDevices,
  testWebPush,
  addReaction,
  removeReaction,
  createMessageReminder,
  createScheduledMessage,
  deleteReminder,
  deleteScheduledMessage,
  getReminders,
  getScheduledMessages,
  updateScheduledMessage,
  devFetchApiKey,
  fetchApiKey,
  getServerSettings,
  jwtFetchApiKey,
  updateDisplaySettings,
  updateNotificationSettings,
  updateRealmUserSettingsDefaults,
  updateSettings,
  addPasskey,
  askForPasskey,
  beginPasskey,
  beginSecondFactor,
  confirmSecondFactor,
  createAccessToken,
  endAccessToken,
  endOtherSessions,
  endSession,
  forgetKnownDevice,
  getAccessTokens,
  getKnownDevices,
  getPasskeys,
  getSecondFactor,
  getSessions,
  getSignInServices,
  removePasskey,
  removeSecondFactor,
  renamePasskey,
  renewRecoveryCodes,
  resetSecondFactor,
  stepUp,
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
  getSavedSnippets,
  getUserStatus,
  updateStatusForUser,
  updateStatus,
  pressButton,
  sendSubmessage,
  muteTopic,
  updateUserTopic,
  checkThumbnailStatus,
  getAttachments,
  getFileTemporaryUrl,
  removeAttachment,
  uploadFile,
  createUser,
  deactivateOwnUser,
  deactivateUser,
  deleteAvatar,
  getOwnUser,
  getUserByEmail,
  getUser,
  getUsers,
  muteUser,
  reactivateUser,
  regenerateApiKey,
  unmuteUser,
  updateUserByEmail,
  updateUser,
  uploadAvatar,
} as const
