// Made by `npm run golden` from the files beside it; do not edit.

import type { endpoints } from '@tagma/contract/endpoints.ts'
import type { HandlerFor } from '#call/call.ts'
import { createUserHandler } from '#areas/accounts/endpoints/create-user.ts'
import { deactivateOwnUserHandler } from '#areas/accounts/endpoints/deactivate-own-user.ts'
import { deactivateUserHandler } from '#areas/accounts/endpoints/deactivate-user.ts'
import { reactivateUserHandler } from '#areas/accounts/endpoints/reactivate-user.ts'
import { addAlertWordsHandler } from '#areas/alert-words/endpoints/add-alert-words.ts'
import { getAlertWordsHandler } from '#areas/alert-words/endpoints/get-alert-words.ts'
import { removeAlertWordsHandler } from '#areas/alert-words/endpoints/remove-alert-words.ts'
import { getAuditLogHandler } from '#areas/audit/endpoints/get-audit-log.ts'
import { getBackupStateHandler } from '#areas/backups/endpoints/get-backup-state.ts'
import { addBotFeedHandler } from '#areas/bots/endpoints/add-bot-feed.ts'
import { createBotHandler } from '#areas/bots/endpoints/create-bot.ts'
import { deactivateBotHandler } from '#areas/bots/endpoints/deactivate-bot.ts'
import { deleteBotTemplateHandler } from '#areas/bots/endpoints/delete-bot-template.ts'
import { getBotApiKeyHandler } from '#areas/bots/endpoints/get-bot-api-key.ts'
import { getBotCallsHandler } from '#areas/bots/endpoints/get-bot-calls.ts'
import { getBotCommandsHandler } from '#areas/bots/endpoints/get-bot-commands.ts'
import { getBotFeedsHandler } from '#areas/bots/endpoints/get-bot-feeds.ts'
import { getBotPayloadHandler } from '#areas/bots/endpoints/get-bot-payload.ts'
import { getBotPayloadsHandler } from '#areas/bots/endpoints/get-bot-payloads.ts'
import { getBotStorageHandler } from '#areas/bots/endpoints/get-bot-storage.ts'
import { getBotTemplatesHandler } from '#areas/bots/endpoints/get-bot-templates.ts'
import { getBotsHandler } from '#areas/bots/endpoints/get-bots.ts'
import { previewBotTemplateHandler } from '#areas/bots/endpoints/preview-bot-template.ts'
import { regenerateBotApiKeyHandler } from '#areas/bots/endpoints/regenerate-bot-api-key.ts'
import { removeBotFeedHandler } from '#areas/bots/endpoints/remove-bot-feed.ts'
import { removeBotStorageHandler } from '#areas/bots/endpoints/remove-bot-storage.ts'
import { repeatBotCallHandler } from '#areas/bots/endpoints/repeat-bot-call.ts'
import { setBotCommandsHandler } from '#areas/bots/endpoints/set-bot-commands.ts'
import { setBotTemplateHandler } from '#areas/bots/endpoints/set-bot-template.ts'
import { updateBotStorageHandler } from '#areas/bots/endpoints/update-bot-storage.ts'
import { updateBotHandler } from '#areas/bots/endpoints/update-bot.ts'
import { createBigBlueButtonVideoCallHandler } from '#areas/calls/endpoints/create-big-blue-button-video-call.ts'
import { createConstructorGroupsVideoCallHandler } from '#areas/calls/endpoints/create-constructor-groups-video-call.ts'
import { createNextcloudTalkVideoCallHandler } from '#areas/calls/endpoints/create-nextcloud-talk-video-call.ts'
import { createWebexVideoCallHandler } from '#areas/calls/endpoints/create-webex-video-call.ts'
import { createChannelFolderHandler } from '#areas/channel-folders/endpoints/create-channel-folder.ts'
import { getChannelFoldersHandler } from '#areas/channel-folders/endpoints/get-channel-folders.ts'
import { patchChannelFoldersHandler } from '#areas/channel-folders/endpoints/patch-channel-folders.ts'
import { updateChannelFolderHandler } from '#areas/channel-folders/endpoints/update-channel-folder.ts'
import { addDefaultStreamHandler } from '#areas/channels/endpoints/add-default-stream.ts'
import { archiveStreamHandler } from '#areas/channels/endpoints/archive-stream.ts'
import { createChannelHandler } from '#areas/channels/endpoints/create-channel.ts'
import { getStreamByIdHandler } from '#areas/channels/endpoints/get-stream-by-id.ts'
import { getStreamEmailAddressHandler } from '#areas/channels/endpoints/get-stream-email-address.ts'
import { getStreamIdHandler } from '#areas/channels/endpoints/get-stream-id.ts'
import { getStreamsHandler } from '#areas/channels/endpoints/get-streams.ts'
import { getSubscribersHandler } from '#areas/channels/endpoints/get-subscribers.ts'
import { getSubscriptionStatusHandler } from '#areas/channels/endpoints/get-subscription-status.ts'
import { getSubscriptionsHandler } from '#areas/channels/endpoints/get-subscriptions.ts'
import { getUserChannelsHandler } from '#areas/channels/endpoints/get-user-channels.ts'
import { removeDefaultStreamHandler } from '#areas/channels/endpoints/remove-default-stream.ts'
import { subscribeHandler } from '#areas/channels/endpoints/subscribe.ts'
import { unsubscribeHandler } from '#areas/channels/endpoints/unsubscribe.ts'
import { updateStreamHandler } from '#areas/channels/endpoints/update-stream.ts'
import { updateSubscriptionPropertyHandler } from '#areas/channels/endpoints/update-subscription-property.ts'
import { updateSubscriptionSettingsHandler } from '#areas/channels/endpoints/update-subscription-settings.ts'
import { updateSubscriptionsHandler } from '#areas/channels/endpoints/update-subscriptions.ts'
import { createDraftsHandler } from '#areas/drafts/endpoints/create-drafts.ts'
import { deleteDraftHandler } from '#areas/drafts/endpoints/delete-draft.ts'
import { editDraftHandler } from '#areas/drafts/endpoints/edit-draft.ts'
import { getDraftsHandler } from '#areas/drafts/endpoints/get-drafts.ts'
import { deactivateCustomEmojiHandler } from '#areas/emoji/endpoints/deactivate-custom-emoji.ts'
import { getCustomEmojiHandler } from '#areas/emoji/endpoints/get-custom-emoji.ts'
import { uploadCustomEmojiHandler } from '#areas/emoji/endpoints/upload-custom-emoji.ts'
import { deleteQueueHandler } from '#areas/events/endpoints/delete-queue.ts'
import { getEventsHandler } from '#areas/events/endpoints/get-events.ts'
import { registerQueueHandler } from '#areas/events/endpoints/register-queue.ts'
import { askForComplianceExportHandler } from '#areas/exports/endpoints/ask-for-compliance-export.ts'
import { askForOwnExportHandler } from '#areas/exports/endpoints/ask-for-own-export.ts'
import { deleteComplianceExportHandler } from '#areas/exports/endpoints/delete-compliance-export.ts'
import { deleteOwnExportHandler } from '#areas/exports/endpoints/delete-own-export.ts'
import { deleteRealmExportHandler } from '#areas/exports/endpoints/delete-realm-export.ts'
import { exportRealmHandler } from '#areas/exports/endpoints/export-realm.ts'
import { getComplianceExportsHandler } from '#areas/exports/endpoints/get-compliance-exports.ts'
import { getOwnExportsHandler } from '#areas/exports/endpoints/get-own-exports.ts'
import { getRealmExportConsentsHandler } from '#areas/exports/endpoints/get-realm-export-consents.ts'
import { getRealmExportsHandler } from '#areas/exports/endpoints/get-realm-exports.ts'
import { getGifsHandler } from '#areas/gifs/endpoints/get-gifs.ts'
import { createUserGroupHandler } from '#areas/groups/endpoints/create-user-group.ts'
import { deactivateUserGroupHandler } from '#areas/groups/endpoints/deactivate-user-group.ts'
import { getIsUserGroupMemberHandler } from '#areas/groups/endpoints/get-is-user-group-member.ts'
import { getUserGroupMembersHandler } from '#areas/groups/endpoints/get-user-group-members.ts'
import { getUserGroupSubgroupsHandler } from '#areas/groups/endpoints/get-user-group-subgroups.ts'
import { getUserGroupsHandler } from '#areas/groups/endpoints/get-user-groups.ts'
import { updateUserGroupMembersHandler } from '#areas/groups/endpoints/update-user-group-members.ts'
import { updateUserGroupSubgroupsHandler } from '#areas/groups/endpoints/update-user-group-subgroups.ts'
import { updateUserGroupHandler } from '#areas/groups/endpoints/update-user-group.ts'
import { receiveWebhookHandler } from '#areas/integrations/endpoints/receive-webhook.ts'
import { createInviteLinkHandler } from '#areas/invites/endpoints/create-invite-link.ts'
import { getInviteDetailsHandler } from '#areas/invites/endpoints/get-invite-details.ts'
import { getInvitesHandler } from '#areas/invites/endpoints/get-invites.ts'
import { resendEmailInviteHandler } from '#areas/invites/endpoints/resend-email-invite.ts'
import { revokeEmailInviteHandler } from '#areas/invites/endpoints/revoke-email-invite.ts'
import { revokeInviteLinkHandler } from '#areas/invites/endpoints/revoke-invite-link.ts'
import { sendInvitesHandler } from '#areas/invites/endpoints/send-invites.ts'
import { testWelcomeBotCustomMessageHandler } from '#areas/invites/endpoints/test-welcome-bot-custom-message.ts'
import { addLinkifierHandler } from '#areas/linkifiers/endpoints/add-linkifier.ts'
import { getLinkifiersHandler } from '#areas/linkifiers/endpoints/get-linkifiers.ts'
import { removeLinkifierHandler } from '#areas/linkifiers/endpoints/remove-linkifier.ts'
import { reorderLinkifiersHandler } from '#areas/linkifiers/endpoints/reorder-linkifiers.ts'
import { updateLinkifierHandler } from '#areas/linkifiers/endpoints/update-linkifier.ts'
import { getAgentActionsHandler } from '#areas/mcp/endpoints/get-agent-actions.ts'
import { checkMessagesMatchNarrowHandler } from '#areas/messages/endpoints/check-messages-match-narrow.ts'
import { deleteMessageHandler } from '#areas/messages/endpoints/delete-message.ts'
import { deleteTopicHandler } from '#areas/messages/endpoints/delete-topic.ts'
import { getDeletedMessagesHandler } from '#areas/messages/endpoints/get-deleted-messages.ts'
import { getMessageHistoryHandler } from '#areas/messages/endpoints/get-message-history.ts'
import { getMessageHandler } from '#areas/messages/endpoints/get-message.ts'
import { getMessagesHandler } from '#areas/messages/endpoints/get-messages.ts'
import { getNewestTopicsHandler } from '#areas/messages/endpoints/get-newest-topics.ts'
import { getReadReceiptsHandler } from '#areas/messages/endpoints/get-read-receipts.ts'
import { getStreamTopicsHandler } from '#areas/messages/endpoints/get-stream-topics.ts'
import { markAllAsReadHandler } from '#areas/messages/endpoints/mark-all-as-read.ts'
import { markStreamAsReadHandler } from '#areas/messages/endpoints/mark-stream-as-read.ts'
import { markTopicAsReadHandler } from '#areas/messages/endpoints/mark-topic-as-read.ts'
import { renderMessageHandler } from '#areas/messages/endpoints/render-message.ts'
import { reportMessageHandler } from '#areas/messages/endpoints/report-message.ts'
import { sendMessageHandler } from '#areas/messages/endpoints/send-message.ts'
import { setTypingStatusForMessageEditHandler } from '#areas/messages/endpoints/set-typing-status-for-message-edit.ts'
import { setTypingStatusHandler } from '#areas/messages/endpoints/set-typing-status.ts'
import { updateMessageFlagsForNarrowHandler } from '#areas/messages/endpoints/update-message-flags-for-narrow.ts'
import { updateMessageFlagsHandler } from '#areas/messages/endpoints/update-message-flags.ts'
import { updateMessageHandler } from '#areas/messages/endpoints/update-message.ts'
import { addNavigationViewHandler } from '#areas/navigation-views/endpoints/add-navigation-view.ts'
import { editNavigationViewHandler } from '#areas/navigation-views/endpoints/edit-navigation-view.ts'
import { getNavigationViewsHandler } from '#areas/navigation-views/endpoints/get-navigation-views.ts'
import { removeNavigationViewHandler } from '#areas/navigation-views/endpoints/remove-navigation-view.ts'
import { addRealmDomainHandler } from '#areas/organization/endpoints/add-realm-domain.ts'
import { deactivateRealmHandler } from '#areas/organization/endpoints/deactivate-realm.ts'
import { deleteRealmDomainHandler } from '#areas/organization/endpoints/delete-realm-domain.ts'
import { deleteRealmIconHandler } from '#areas/organization/endpoints/delete-realm-icon.ts'
import { deleteRealmLogoHandler } from '#areas/organization/endpoints/delete-realm-logo.ts'
import { getRealmDomainsHandler } from '#areas/organization/endpoints/get-realm-domains.ts'
import { patchRealmDomainHandler } from '#areas/organization/endpoints/patch-realm-domain.ts'
import { updateRealmHandler } from '#areas/organization/endpoints/update-realm.ts'
import { uploadRealmIconHandler } from '#areas/organization/endpoints/upload-realm-icon.ts'
import { uploadRealmLogoHandler } from '#areas/organization/endpoints/upload-realm-logo.ts'
import { addCodePlaygroundHandler } from '#areas/playgrounds/endpoints/add-code-playground.ts'
import { removeCodePlaygroundHandler } from '#areas/playgrounds/endpoints/remove-code-playground.ts'
import { getPresenceHandler } from '#areas/presence/endpoints/get-presence.ts'
import { getUserPresenceHandler } from '#areas/presence/endpoints/get-user-presence.ts'
import { updatePresenceHandler } from '#areas/presence/endpoints/update-presence.ts'
import { createCustomProfileFieldHandler } from '#areas/profile-fields/endpoints/create-custom-profile-field.ts'
import { deleteCustomProfileFieldHandler } from '#areas/profile-fields/endpoints/delete-custom-profile-field.ts'
import { getCustomProfileFieldsHandler } from '#areas/profile-fields/endpoints/get-custom-profile-fields.ts'
import { removeProfileDataHandler } from '#areas/profile-fields/endpoints/remove-profile-data.ts'
import { reorderCustomProfileFieldsHandler } from '#areas/profile-fields/endpoints/reorder-custom-profile-fields.ts'
import { updateCustomProfileFieldHandler } from '#areas/profile-fields/endpoints/update-custom-profile-field.ts'
import { updateProfileDataHandler } from '#areas/profile-fields/endpoints/update-profile-data.ts'
import { createScimClientHandler } from '#areas/provisioning/endpoints/create-scim-client.ts'
import { getScimClientsHandler } from '#areas/provisioning/endpoints/get-scim-clients.ts'
import { removeScimClientHandler } from '#areas/provisioning/endpoints/remove-scim-client.ts'
import { rotateScimClientHandler } from '#areas/provisioning/endpoints/rotate-scim-client.ts'
import { addApnsTokenHandler } from '#areas/push/endpoints/add-apns-token.ts'
import { addFcmTokenHandler } from '#areas/push/endpoints/add-fcm-token.ts'
import { addWebPushSubscriptionHandler } from '#areas/push/endpoints/add-web-push-subscription.ts'
import { e2eeTestNotifyHandler } from '#areas/push/endpoints/e2ee-test-notify.ts'
import { getPushDevicesHandler } from '#areas/push/endpoints/get-push-devices.ts'
import { getWebPushHandler } from '#areas/push/endpoints/get-web-push.ts'
import { registerClientDeviceHandler } from '#areas/push/endpoints/register-client-device.ts'
import { registerPushDeviceHandler } from '#areas/push/endpoints/register-push-device.ts'
import { removeApnsTokenHandler } from '#areas/push/endpoints/remove-apns-token.ts'
import { removeClientDeviceHandler } from '#areas/push/endpoints/remove-client-device.ts'
import { removeFcmTokenHandler } from '#areas/push/endpoints/remove-fcm-token.ts'
import { removeOlderPhoneHandler } from '#areas/push/endpoints/remove-older-phone.ts'
import { removeWebPushSubscriptionHandler } from '#areas/push/endpoints/remove-web-push-subscription.ts'
import { restoreWebPushSubscriptionHandler } from '#areas/push/endpoints/restore-web-push-subscription.ts'
import { testNotifyHandler } from '#areas/push/endpoints/test-notify.ts'
import { testPushDevicesHandler } from '#areas/push/endpoints/test-push-devices.ts'
import { testWebPushHandler } from '#areas/push/endpoints/test-web-push.ts'
import { addReactionHandler } from '#areas/reactions/endpoints/add-reaction.ts'
import { removeReactionHandler } from '#areas/reactions/endpoints/remove-reaction.ts'
import { createMessageReminderHandler } from '#areas/scheduled/endpoints/create-message-reminder.ts'
import { createScheduledMessageHandler } from '#areas/scheduled/endpoints/create-scheduled-message.ts'
import { deleteReminderHandler } from '#areas/scheduled/endpoints/delete-reminder.ts'
import { deleteScheduledMessageHandler } from '#areas/scheduled/endpoints/delete-scheduled-message.ts'
import { getRemindersHandler } from '#areas/scheduled/endpoints/get-reminders.ts'
import { getScheduledMessagesHandler } from '#areas/scheduled/endpoints/get-scheduled-messages.ts'
import { updateScheduledMessageHandler } from '#areas/scheduled/endpoints/update-scheduled-message.ts'
import { getServerSettingsHandler } from '#areas/server/endpoints/get-server-settings.ts'
import { updateDisplaySettingsHandler } from '#areas/settings/endpoints/update-display-settings.ts'
import { updateNotificationSettingsHandler } from '#areas/settings/endpoints/update-notification-settings.ts'
import { updateRealmUserSettingsDefaultsHandler } from '#areas/settings/endpoints/update-realm-user-settings-defaults.ts'
import { updateSettingsHandler } from '#areas/settings/endpoints/update-settings.ts'
import { addPasskeyHandler } from '#areas/sign-in/endpoints/add-passkey.ts'
import { askForPasskeyHandler } from '#areas/sign-in/endpoints/ask-for-passkey.ts'
import { beginPasskeyHandler } from '#areas/sign-in/endpoints/begin-passkey.ts'
import { beginSecondFactorHandler } from '#areas/sign-in/endpoints/begin-second-factor.ts'
import { confirmSecondFactorHandler } from '#areas/sign-in/endpoints/confirm-second-factor.ts'
import { createAccessTokenHandler } from '#areas/sign-in/endpoints/create-access-token.ts'
import { devFetchApiKeyHandler } from '#areas/sign-in/endpoints/dev-fetch-api-key.ts'
import { endAccessTokenHandler } from '#areas/sign-in/endpoints/end-access-token.ts'
import { endOtherSessionsHandler } from '#areas/sign-in/endpoints/end-other-sessions.ts'
import { endSessionHandler } from '#areas/sign-in/endpoints/end-session.ts'
import { fetchApiKeyHandler } from '#areas/sign-in/endpoints/fetch-api-key.ts'
import { forgetKnownDeviceHandler } from '#areas/sign-in/endpoints/forget-known-device.ts'
import { getAccessTokensHandler } from '#areas/sign-in/endpoints/get-access-tokens.ts'
import { getKnownDevicesHandler } from '#areas/sign-in/endpoints/get-known-devices.ts'
import { getPasskeysHandler } from '#areas/sign-in/endpoints/get-passkeys.ts'
import { getSecondFactorHandler } from '#areas/sign-in/endpoints/get-second-factor.ts'
import { getSessionsHandler } from '#areas/sign-in/endpoints/get-sessions.ts'
import { getSignInServicesHandler } from '#areas/sign-in/endpoints/get-sign-in-services.ts'
import { jwtFetchApiKeyHandler } from '#areas/sign-in/endpoints/jwt-fetch-api-key.ts'
import { regenerateApiKeyHandler } from '#areas/sign-in/endpoints/regenerate-api-key.ts'
import { removePasskeyHandler } from '#areas/sign-in/endpoints/remove-passkey.ts'
import { removeSecondFactorHandler } from '#areas/sign-in/endpoints/remove-second-factor.ts'
import { renamePasskeyHandler } from '#areas/sign-in/endpoints/rename-passkey.ts'
import { renewRecoveryCodesHandler } from '#areas/sign-in/endpoints/renew-recovery-codes.ts'
import { resetSecondFactorHandler } from '#areas/sign-in/endpoints/reset-second-factor.ts'
import { stepUpHandler } from '#areas/sign-in/endpoints/step-up.ts'
import { createSavedSnippetHandler } from '#areas/snippets/endpoints/create-saved-snippet.ts'
import { deleteSavedSnippetHandler } from '#areas/snippets/endpoints/delete-saved-snippet.ts'
import { editSavedSnippetHandler } from '#areas/snippets/endpoints/edit-saved-snippet.ts'
import { getSavedSnippetsHandler } from '#areas/snippets/endpoints/get-saved-snippets.ts'
import { getUserStatusHandler } from '#areas/status/endpoints/get-user-status.ts'
import { updateStatusForUserHandler } from '#areas/status/endpoints/update-status-for-user.ts'
import { updateStatusHandler } from '#areas/status/endpoints/update-status.ts'
import { pressButtonHandler } from '#areas/submessages/endpoints/press-button.ts'
import { sendSubmessageHandler } from '#areas/submessages/endpoints/send-submessage.ts'
import { checkThumbnailStatusHandler } from '#areas/uploads/endpoints/check-thumbnail-status.ts'
import { getAttachmentsHandler } from '#areas/uploads/endpoints/get-attachments.ts'
import { getFileTemporaryUrlHandler } from '#areas/uploads/endpoints/get-file-temporary-url.ts'
import { removeAttachmentHandler } from '#areas/uploads/endpoints/remove-attachment.ts'
import { uploadFileHandler } from '#areas/uploads/endpoints/upload-file.ts'
import { muteTopicHandler } from '#areas/user-topics/endpoints/mute-topic.ts'
import { updateUserTopicHandler } from '#areas/user-topics/endpoints/update-user-topic.ts'
import { deleteAvatarHandler } from '#areas/users/endpoints/delete-avatar.ts'
import { getOwnUserHandler } from '#areas/users/endpoints/get-own-user.ts'
import { getUserByEmailHandler } from '#areas/users/endpoints/get-user-by-email.ts'
import { getUserHandler } from '#areas/users/endpoints/get-user.ts'
import { getUsersHandler } from '#areas/users/endpoints/get-users.ts'
import { muteUserHandler } from '#areas/users/endpoints/mute-user.ts'
import { unmuteUserHandler } from '#areas/users/endpoints/unmute-user.ts'
import { updateUserByEmailHandler } from '#areas/users/endpoints/update-user-by-email.ts'
import { updateUserHandler } from '#areas/users/endpoints/update-user.ts'
import { uploadAvatarHandler } from '#areas/users/endpoints/upload-avatar.ts'

/** Handlers of all endpoints of the contract: a missing one does not compile. */
export const handlers: { readonly [K in keyof typeof endpoints]: HandlerFor<(typeof endpoints)[K]> } = {
  createUser: createUserHandler,
  deactivateOwnUser: deactivateOwnUserHandler,
  deactivateUser: deactivateUserHandler,
  reactivateUser: reactivateUserHandler,
  addAlertWords: addAlertWordsHandler,
  getAlertWords: getAlertWordsHandler,
  removeAlertWords: removeAlertWordsHandler,
  getAuditLog: getAuditLogHandler,
  getBackupState: getBackupStateHandler,
  addBotFeed: addBotFeedHandler,
  createBot: createBotHandler,
  deactivateBot: deactivateBotHandler,
  deleteBotTemplate: deleteBotTemplateHandler,
  getBotApiKey: getBotApiKeyHandler,
  getBotCalls: getBotCallsHandler,
  getBotCommands: getBotCommandsHandler,
  getBotFeeds: getBotFeedsHandler,
  getBotPayload: getBotPayloadHandler,
  getBotPayloads: getBotPayloadsHandler,
  getBotStorage: getBotStorageHandler,
  getBotTemplates: getBotTemplatesHandler,
  getBots: getBotsHandler,
  previewBotTemplate: previewBotTemplateHandler,
  regenerateBotApiKey: regenerateBotApiKeyHandler,
  removeBotFeed: removeBotFeedHandler,
  removeBotStorage: removeBotStorageHandler,
  repeatBotCall: repeatBotCallHandler,
  setBotCommands: setBotCommandsHandler,
  setBotTemplate: setBotTemplateHandler,
  updateBotStorage: updateBotStorageHandler,
  updateBot: updateBotHandler,
  createBigBlueButtonVideoCall: createBigBlueButtonVideoCallHandler,
  createConstructorGroupsVideoCall: createConstructorGroupsVideoCallHandler,
  createNextcloudTalkVideoCall: createNextcloudTalkVideoCallHandler,
  createWebexVideoCall: createWebexVideoCallHandler,
  createChannelFolder: createChannelFolderHandler,
  getChannelFolders: getChannelFoldersHandler,
  patchChannelFolders: patchChannelFoldersHandler,
  updateChannelFolder: updateChannelFolderHandler,
  addDefaultStream: addDefaultStreamHandler,
  archiveStream: archiveStreamHandler,
  createChannel: createChannelHandler,
  getStreamById: getStreamByIdHandler,
  getStreamEmailAddress: getStreamEmailAddressHandler,
  getStreamId: getStreamIdHandler,
  getStreams: getStreamsHandler,
  getSubscribers: getSubscribersHandler,
  getSubscriptionStatus: getSubscriptionStatusHandler,
  getSubscriptions: getSubscriptionsHandler,
  getUserChannels: getUserChannelsHandler,
  removeDefaultStream: removeDefaultStreamHandler,
  subscribe: subscribeHandler,
  unsubscribe: unsubscribeHandler,
  updateStream: updateStreamHandler,
  updateSubscriptionProperty: updateSubscriptionPropertyHandler,
  updateSubscriptionSettings: updateSubscriptionSettingsHandler,
  updateSubscriptions: updateSubscriptionsHandler,
  createDrafts: createDraftsHandler,
  deleteDraft: deleteDraftHandler,
  editDraft: editDraftHandler,
  getDrafts: getDraftsHandler,
  deactivateCustomEmoji: deactivateCustomEmojiHandler,
  getCustomEmoji: getCustomEmojiHandler,
  uploadCustomEmoji: uploadCustomEmojiHandler,
  deleteQueue: deleteQueueHandler,
  getEvents: getEventsHandler,
  registerQueue: registerQueueHandler,
  askForComplianceExport: askForComplianceExportHandler,
  askForOwnExport: askForOwnExportHandler,
  deleteComplianceExport: deleteComplianceExportHandler,
  deleteOwnExport: deleteOwnExportHandler,
  deleteRealmExport: deleteRealmExportHandler,
  exportRealm: exportRealmHandler,
  getComplianceExports: getComplianceExportsHandler,
  getOwnExports: getOwnExportsHandler,
  getRealmExportConsents: getRealmExportConsentsHandler,
  getRealmExports: getRealmExportsHandler,
  getGifs: getGifsHandler,
  createUserGroup: createUserGroupHandler,
  deactivateUserGroup: deactivateUserGroupHandler,
  getIsUserGroupMember: getIsUserGroupMemberHandler,
  getUserGroupMembers: getUserGroupMembersHandler,
  getUserGroupSubgroups: getUserGroupSubgroupsHandler,
  getUserGroups: getUserGroupsHandler,
  updateUserGroupMembers: updateUserGroupMembersHandler,
  updateUserGroupSubgroups: updateUserGroupSubgroupsHandler,
  updateUserGroup: updateUserGroupHandler,
  receiveWebhook: receiveWebhookHandler,
  createInviteLink: createInviteLinkHandler,
  getInviteDetails: getInviteDetailsHandler,
  getInvites: getInvitesHandler,
  resendEmailInvite: resendEmailInviteHandler,
  revokeEmailInvite: revokeEmailInviteHandler,
  revokeInviteLink: revokeInviteLinkHandler,
  sendInvites: sendInvitesHandler,
  testWelcomeBotCustomMessage: testWelcomeBotCustomMessageHandler,
  addLinkifier: addLinkifierHandler,
  getLinkifiers: getLinkifiersHandler,
  removeLinkifier: removeLinkifierHandler,
  reorderLinkifiers: reorderLinkifiersHandler,
  updateLinkifier: updateLinkifierHandler,
  getAgentActions: getAgentActionsHandler,
  checkMessagesMatchNarrow: checkMessagesMatchNarrowHandler,
  deleteMessage: deleteMessageHandler,
  deleteTopic: deleteTopicHandler,
  getDeletedMessages: getDeletedMessagesHandler,
  getMessageHistory: getMessageHistoryHandler,
  getMessage: getMessageHandler,
  getMessages: getMessagesHandler,
  getNewestTopics: getNewestTopicsHandler,
  getReadReceipts: getReadReceiptsHandler,
  getStreamTopics: getStreamTopicsHandler,
  markAllAsRead: markAllAsReadHandler,
  markStreamAsRead: markStreamAsReadHandler,
  markTopicAsRead: markTopicAsReadHandler,
  renderMessage: renderMessageHandler,
  reportMessage: reportMessageHandler,
  sendMessage: sendMessageHandler,
  setTypingStatusForMessageEdit: setTypingStatusForMessageEditHandler,
  setTypingStatus: setTypingStatusHandler,
  updateMessageFlagsForNarrow: updateMessageFlagsForNarrowHandler,
  updateMessageFlags: updateMessageFlagsHandler,
  updateMessage: updateMessageHandler,
  addNavigationView: addNavigationViewHandler,
  editNavigationView: editNavigationViewHandler,
  getNavigationViews: getNavigationViewsHandler,
  removeNavigationView: removeNavigationViewHandler,
  addRealmDomain: addRealmDomainHandler,
  deactivateRealm: deactivateRealmHandler,
  deleteRealmDomain: deleteRealmDomainHandler,
  deleteRealmIcon: deleteRealmIconHandler,
  deleteRealmLogo: deleteRealmLogoHandler,
  getRealmDomains: getRealmDomainsHandler,
  patchRealmDomain: patchRealmDomainHandler,
  updateRealm: updateRealmHandler,
  uploadRealmIcon: uploadRealmIconHandler,
  uploadRealmLogo: uploadRealmLogoHandler,
  addCodePlayground: addCodePlaygroundHandler,
  removeCodePlayground: removeCodePlaygroundHandler,
  getPresence: getPresenceHandler,
  getUserPresence: getUserPresenceHandler,
  updatePresence: updatePresenceHandler,
  createCustomProfileField: createCustomProfileFieldHandler,
  deleteCustomProfileField: deleteCustomProfileFieldHandler,
  getCustomProfileFields: getCustomProfileFieldsHandler,
  removeProfileData: removeProfileDataHandler,
  reorderCustomProfileFields: reorderCustomProfileFieldsHandler,
  updateCustomProfileField: updateCustomProfileFieldHandler,
  updateProfileData: updateProfileDataHandler,
  createScimClient: createScimClientHandler,
  getScimClients: getScimClientsHandler,
  removeScimClient: removeScimClientHandler,
  rotateScimClient: rotateScimClientHandler,
  addApnsToken: addApnsTokenHandler,
  addFcmToken: addFcmTokenHandler,
  addWebPushSubscription: addWebPushSubscriptionHandler,
  e2eeTestNotify: e2eeTestNotifyHandler,
  getPushDevices: getPushDevicesHandler,
  getWebPush: getWebPushHandler,
  registerClientDevice: registerClientDeviceHandler,
  registerPushDevice: registerPushDeviceHandler,
  removeApnsToken: removeApnsTokenHandler,
  removeClientDevice: removeClientDeviceHandler,
  removeFcmToken: removeFcmTokenHandler,
  removeOlderPhone: removeOlderPhoneHandler,
  removeWebPushSubscription: removeWebPushSubscriptionHandler,
  restoreWebPushSubscription: restoreWebPushSubscriptionHandler,
  testNotify: testNotifyHandler,
  testPushDevices: testPushDevicesHandler,
  testWebPush: testWebPushHandler,
  addReaction: addReactionHandler,
  removeReaction: removeReactionHandler,
  createMessageReminder: createMessageReminderHandler,
  createScheduledMessage: createScheduledMessageHandler,
  deleteReminder: deleteReminderHandler,
  deleteScheduledMessage: deleteScheduledMessageHandler,
  getReminders: getRemindersHandler,
  getScheduledMessages: getScheduledMessagesHandler,
  updateScheduledMessage: updateScheduledMessageHandler,
  getServerSettings: getServerSettingsHandler,
  updateDisplaySettings: updateDisplaySettingsHandler,
  updateNotificationSettings: updateNotificationSettingsHandler,
  updateRealmUserSettingsDefaults: updateRealmUserSettingsDefaultsHandler,
  updateSettings: updateSettingsHandler,
  addPasskey: addPasskeyHandler,
  askForPasskey: askForPasskeyHandler,
  beginPasskey: beginPasskeyHandler,
  beginSecondFactor: beginSecondFactorHandler,
  confirmSecondFactor: confirmSecondFactorHandler,
  createAccessToken: createAccessTokenHandler,
  devFetchApiKey: devFetchApiKeyHandler,
  endAccessToken: endAccessTokenHandler,
  endOtherSessions: endOtherSessionsHandler,
  endSession: endSessionHandler,
  fetchApiKey: fetchApiKeyHandler,
  forgetKnownDevice: forgetKnownDeviceHandler,
  getAccessTokens: getAccessTokensHandler,
  getKnownDevices: getKnownDevicesHandler,
  getPasskeys: getPasskeysHandler,
  getSecondFactor: getSecondFactorHandler,
  getSessions: getSessionsHandler,
  getSignInServices: getSignInServicesHandler,
  jwtFetchApiKey: jwtFetchApiKeyHandler,
  regenerateApiKey: regenerateApiKeyHandler,
  removePasskey: removePasskeyHandler,
  removeSecondFactor: removeSecondFactorHandler,
  renamePasskey: renamePasskeyHandler,
  renewRecoveryCodes: renewRecoveryCodesHandler,
  resetSecondFactor: resetSecondFactorHandler,
  stepUp: stepUpHandler,
  createSavedSnippet: createSavedSnippetHandler,
  deleteSavedSnippet: deleteSavedSnippetHandler,
  editSavedSnippet: editSavedSnippetHandler,
  getSavedSnippets: getSavedSnippetsHandler,
  getUserStatus: getUserStatusHandler,
  updateStatusForUser: updateStatusForUserHandler,
  updateStatus: updateStatusHandler,
  pressButton: pressButtonHandler,
  sendSubmessage: sendSubmessageHandler,
  checkThumbnailStatus: checkThumbnailStatusHandler,
  getAttachments: getAttachmentsHandler,
  getFileTemporaryUrl: getFileTemporaryUrlHandler,
  removeAttachment: removeAttachmentHandler,
  uploadFile: uploadFileHandler,
  muteTopic: muteTopicHandler,
  updateUserTopic: updateUserTopicHandler,
  deleteAvatar: deleteAvatarHandler,
  getOwnUser: getOwnUserHandler,
  getUserByEmail: getUserByEmailHandler,
  getUser: getUserHandler,
  getUsers: getUsersHandler,
  muteUser: muteUserHandler,
  unmuteUser: unmuteUserHandler,
  updateUserByEmail: updateUserByEmailHandler,
  updateUser: updateUserHandler,
  uploadAvatar: uploadAvatarHandler,
}
