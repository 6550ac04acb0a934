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
import { getMessagesHandler } from '#areas/messages/endpoints/get-messages.ts'
import { renderMessageHandler } from '#areas/messages/endpoints/render-message.ts'
import { sendMessageHandler } from '#areas/messages/endpoints/send-message.ts'
import { setTypingStatusForMessageEditHandler } from '#areas/messages/endpoints/set-typing-status-for-message-edit.ts'
import { setTypingStatusHandler } from '#areas/messages/endpoints/set-typing-status.ts'
import { updateMessageFlagsHandler } from '#areas/messages/endpoints/update-message-flags.ts'
import { addReactionHandler } from '#areas/reactions/endpoints/add-reaction.ts'
import { removeReactionHandler } from '#areas/reactions/endpoints/remove-reaction.ts'
import { createMessageReminderHandler } from '#areas/scheduled/endpoints/create-message-reminder.ts'
import { createScheduledMessageHandler } from '#areas/scheduled/endpoints/create-scheduled-message.ts'
import { deleteReminderHandler } from '#areas/scheduled/endpoints/delete-reminder.ts'
import { deleteScheduledMessageHandler } from '#areas/scheduled/endpoints/delete-scheduled-message.ts'
import { getRemindersHandler } from '#areas/scheduled/endpoints/get-reminders.ts'
import { getScheduledMessagesHandler } from '#areas/scheduled/endpoints/get-scheduled-messages.ts'
import { updateScheduledMessageHandler } from '#areas/scheduled/endpoints/update-scheduled-message.ts'
import { fetchApiKeyHandler } from '#areas/server/endpoints/fetch-api-key.ts'
import { getServerSettingsHandler } from '#areas/server/endpoints/get-server-settings.ts'
import { createSavedSnippetHandler } from '#areas/snippets/endpoints/create-saved-snippet.ts'
import { deleteSavedSnippetHandler } from '#areas/snippets/endpoints/delete-saved-snippet.ts'
import { editSavedSnippetHandler } from '#areas/snippets/endpoints/edit-saved-snippet.ts'
import { getSavedSnippetsHandler } from '#areas/snippets/endpoints/get-saved-snippets.ts'
import { sendSubmessageHandler } from '#areas/submessages/endpoints/send-submessage.ts'
import { checkThumbnailStatusHandler } from '#areas/uploads/endpoints/check-thumbnail-status.ts'
import { getAttachmentsHandler } from '#areas/uploads/endpoints/get-attachments.ts'
import { getFileTemporaryUrlHandler } from '#areas/uploads/endpoints/get-file-temporary-url.ts'
import { removeAttachmentHandler } from '#areas/uploads/endpoints/remove-attachment.ts'
import { uploadFileHandler } from '#areas/uploads/endpoints/upload-file.ts'
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
  getMessages: getMessagesHandler,
  renderMessage: renderMessageHandler,
  sendMessage: sendMessageHandler,
  setTypingStatusForMessageEdit: setTypingStatusForMessageEditHandler,
  setTypingStatus: setTypingStatusHandler,
  updateMessageFlags: updateMessageFlagsHandler,
  addReaction: addReactionHandler,
  removeReaction: removeReactionHandler,
  createMessageReminder: createMessageReminderHandler,
  createScheduledMessage: createScheduledMessageHandler,
  deleteReminder: deleteReminderHandler,
  deleteScheduledMessage: deleteScheduledMessageHandler,
  getReminders: getRemindersHandler,
  getScheduledMessages: getScheduledMessagesHandler,
  updateScheduledMessage: updateScheduledMessageHandler,
  fetchApiKey: fetchApiKeyHandler,
  getServerSettings: getServerSettingsHandler,
  createSavedSnippet: createSavedSnippetHandler,
  deleteSavedSnippet: deleteSavedSnippetHandler,
  editSavedSnippet: editSavedSnippetHandler,
  getSavedSnippets: getSavedSnippetsHandler,
  sendSubmessage: sendSubmessageHandler,
  checkThumbnailStatus: checkThumbnailStatusHandler,
  getAttachments: getAttachmentsHandler,
  getFileTemporaryUrl: getFileTemporaryUrlHandler,
  removeAttachment: removeAttachmentHandler,
  uploadFile: uploadFileHandler,
  getOwnUser: getOwnUserHandler,
  getUser: getUserHandler,
  getUsers: getUsersHandler,
}
