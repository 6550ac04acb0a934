// Made by `npm run golden` from the files beside it; do not edit.

import type { endpoints } from '@tagma/contract/endpoints.ts'
import type { HandlerFor } from '#server/call.ts'
import { addAlertWordsHandler } from '#areas/alert-words/endpoints/add-alert-words.ts'
import { getAlertWordsHandler } from '#areas/alert-words/endpoints/get-alert-words.ts'
import { removeAlertWordsHandler } from '#areas/alert-words/endpoints/remove-alert-words.ts'
import { getStreamsHandler } from '#areas/channels/endpoints/get-streams.ts'
import { getSubscriptionsHandler } from '#areas/channels/endpoints/get-subscriptions.ts'
import { subscribeHandler } from '#areas/channels/endpoints/subscribe.ts'
import { unsubscribeHandler } from '#areas/channels/endpoints/unsubscribe.ts'
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
import { checkMessagesMatchNarrowHandler } from '#areas/messages/endpoints/check-messages-match-narrow.ts'
import { deleteMessageHandler } from '#areas/messages/endpoints/delete-message.ts'
import { deleteTopicHandler } from '#areas/messages/endpoints/delete-topic.ts'
import { getMessageHistoryHandler } from '#areas/messages/endpoints/get-message-history.ts'
import { getMessageHandler } from '#areas/messages/endpoints/get-message.ts'
import { getMessagesHandler } from '#areas/messages/endpoints/get-messages.ts'
import { getReadReceiptsHandler } from '#areas/messages/endpoints/get-read-receipts.ts'
import { getStreamTopicsHandler } from '#areas/messages/endpoints/get-stream-topics.ts'
import { markAllAsReadHandler } from '#areas/messages/endpoints/mark-all-as-read.ts'
import { markStreamAsReadHandler } from '#areas/messages/endpoints/mark-stream-as-read.ts'
import { markTopicAsReadHandler } from '#areas/messages/endpoints/mark-topic-as-read.ts'
import { renderMessageHandler } from '#areas/messages/endpoints/render-message.ts'
import { reportMessageHandler } from '#areas/messages/endpoints/report-message.ts'
import { sendMessageHandler } from '#areas/messages/endpoints/send-message.ts'
import { setTypingStatusHandler } from '#areas/messages/endpoints/set-typing-status.ts'
import { updateMessageFlagsForNarrowHandler } from '#areas/messages/endpoints/update-message-flags-for-narrow.ts'
import { updateMessageFlagsHandler } from '#areas/messages/endpoints/update-message-flags.ts'
import { updateMessageHandler } from '#areas/messages/endpoints/update-message.ts'
import { addReactionHandler } from '#areas/reactions/endpoints/add-reaction.ts'
import { removeReactionHandler } from '#areas/reactions/endpoints/remove-reaction.ts'
import { fetchApiKeyHandler } from '#areas/server/endpoints/fetch-api-key.ts'
import { getServerSettingsHandler } from '#areas/server/endpoints/get-server-settings.ts'
import { createSavedSnippetHandler } from '#areas/snippets/endpoints/create-saved-snippet.ts'
import { deleteSavedSnippetHandler } from '#areas/snippets/endpoints/delete-saved-snippet.ts'
import { editSavedSnippetHandler } from '#areas/snippets/endpoints/edit-saved-snippet.ts'
import { getSavedSnippetsHandler } from '#areas/snippets/endpoints/get-saved-snippets.ts'
import { getOwnUserHandler } from '#areas/users/endpoints/get-own-user.ts'
import { getUserHandler } from '#areas/users/endpoints/get-user.ts'
import { getUsersHandler } from '#areas/users/endpoints/get-users.ts'

/** For each endpoint of the contract, what carries it out: a missing one does not compile. */
export const handlers: { readonly [K in keyof typeof endpoints]: HandlerFor<(typeof endpoints)[K]> } = {
  addAlertWords: addAlertWordsHandler,
  getAlertWords: getAlertWordsHandler,
  removeAlertWords: removeAlertWordsHandler,
  getStreams: getStreamsHandler,
  getSubscriptions: getSubscriptionsHandler,
  subscribe: subscribeHandler,
  unsubscribe: unsubscribeHandler,
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
  checkMessagesMatchNarrow: checkMessagesMatchNarrowHandler,
  deleteMessage: deleteMessageHandler,
  deleteTopic: deleteTopicHandler,
  getMessageHistory: getMessageHistoryHandler,
  getMessage: getMessageHandler,
  getMessages: getMessagesHandler,
  getReadReceipts: getReadReceiptsHandler,
  getStreamTopics: getStreamTopicsHandler,
  markAllAsRead: markAllAsReadHandler,
  markStreamAsRead: markStreamAsReadHandler,
  markTopicAsRead: markTopicAsReadHandler,
  renderMessage: renderMessageHandler,
  reportMessage: reportMessageHandler,
  sendMessage: sendMessageHandler,
  setTypingStatus: setTypingStatusHandler,
  updateMessageFlagsForNarrow: updateMessageFlagsForNarrowHandler,
  updateMessageFlags: updateMessageFlagsHandler,
  updateMessage: updateMessageHandler,
  addReaction: addReactionHandler,
  removeReaction: removeReactionHandler,
  fetchApiKey: fetchApiKeyHandler,
  getServerSettings: getServerSettingsHandler,
  createSavedSnippet: createSavedSnippetHandler,
  deleteSavedSnippet: deleteSavedSnippetHandler,
  editSavedSnippet: editSavedSnippetHandler,
  getSavedSnippets: getSavedSnippetsHandler,
  getOwnUser: getOwnUserHandler,
  getUser: getUserHandler,
  getUsers: getUsersHandler,
}
