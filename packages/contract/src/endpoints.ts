// Made by `npm run golden` from the files beside it; do not edit.

import { addAlertWords } from './endpoints/alert-words/add-alert-words.ts'
import { getAlertWords } from './endpoints/alert-words/get-alert-words.ts'
import { removeAlertWords } from './endpoints/alert-words/remove-alert-words.ts'
import { getStreams } from './endpoints/channels/get-streams.ts'
import { getSubscriptions } from './endpoints/channels/get-subscriptions.ts'
import { subscribe } from './endpoints/channels/subscribe.ts'
import { unsubscribe } from './endpoints/channels/unsubscribe.ts'
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
import { getMessages } from './endpoints/messages/get-messages.ts'
import { renderMessage } from './endpoints/messages/render-message.ts'
import { sendMessage } from './endpoints/messages/send-message.ts'
import { setTypingStatusForMessageEdit } from './endpoints/messages/set-typing-status-for-message-edit.ts'
import { setTypingStatus } from './endpoints/messages/set-typing-status.ts'
import { updateMessageFlags } from './endpoints/messages/update-message-flags.ts'
import { addReaction } from './endpoints/reactions/add-reaction.ts'
import { removeReaction } from './endpoints/reactions/remove-reaction.ts'
import { createMessageReminder } from './endpoints/scheduled/create-message-reminder.ts'
import { createScheduledMessage } from './endpoints/scheduled/create-scheduled-message.ts'
import { deleteReminder } from './endpoints/scheduled/delete-reminder.ts'
import { deleteScheduledMessage } from './endpoints/scheduled/delete-scheduled-message.ts'
import { getReminders } from './endpoints/scheduled/get-reminders.ts'
import { getScheduledMessages } from './endpoints/scheduled/get-scheduled-messages.ts'
import { updateScheduledMessage } from './endpoints/scheduled/update-scheduled-message.ts'
import { fetchApiKey } from './endpoints/server/fetch-api-key.ts'
import { getServerSettings } from './endpoints/server/get-server-settings.ts'
import { createSavedSnippet } from './endpoints/snippets/create-saved-snippet.ts'
import { deleteSavedSnippet } from './endpoints/snippets/delete-saved-snippet.ts'
import { editSavedSnippet } from './endpoints/snippets/edit-saved-snippet.ts'
import { getSavedSnippets } from './endpoints/snippets/get-saved-snippets.ts'
import { sendSubmessage } from './endpoints/submessages/send-submessage.ts'
import { checkThumbnailStatus } from './endpoints/uploads/check-thumbnail-status.ts'
import { getAttachments } from './endpoints/uploads/get-attachments.ts'
import { getFileTemporaryUrl } from './endpoints/uploads/get-file-temporary-url.ts'
import { removeAttachment } from './endpoints/uploads/remove-attachment.ts'
import { uploadFile } from './endpoints/uploads/upload-file.ts'
import { getOwnUser } from './endpoints/users/get-own-user.ts'
import { getUser } from './endpoints/users/get-user.ts'
import { getUsers } from './endpoints/users/get-users.ts'

/** Every endpoint, by operation id in camel case. */
export const endpoints = {
  addAlertWords,
  getAlertWords,
  removeAlertWords,
  getStreams,
  getSubscriptions,
  subscribe,
  unsubscribe,
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
  getMessages,
  renderMessage,
  sendMessage,
  setTypingStatusForMessageEdit,
  setTypingStatus,
  updateMessageFlags,
  addReaction,
  removeReaction,
  createMessageReminder,
  createScheduledMessage,
  deleteReminder,
  deleteScheduledMessage,
  getReminders,
  getScheduledMessages,
  updateScheduledMessage,
  fetchApiKey,
  getServerSettings,
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
  getSavedSnippets,
  sendSubmessage,
  checkThumbnailStatus,
  getAttachments,
  getFileTemporaryUrl,
  removeAttachment,
  uploadFile,
  getOwnUser,
  getUser,
  getUsers,
} as const
