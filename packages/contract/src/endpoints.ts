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
import { checkMessagesMatchNarrow } from './endpoints/messages/check-messages-match-narrow.ts'
import { deleteMessage } from './endpoints/messages/delete-message.ts'
import { deleteTopic } from './endpoints/messages/delete-topic.ts'
import { getMessageHistory } from './endpoints/messages/get-message-history.ts'
import { getMessage } from './endpoints/messages/get-message.ts'
import { getMessages } from './endpoints/messages/get-messages.ts'
import { getReadReceipts } from './endpoints/messages/get-read-receipts.ts'
import { getStreamTopics } from './endpoints/messages/get-stream-topics.ts'
import { markAllAsRead } from './endpoints/messages/mark-all-as-read.ts'
import { markStreamAsRead } from './endpoints/messages/mark-stream-as-read.ts'
import { markTopicAsRead } from './endpoints/messages/mark-topic-as-read.ts'
import { renderMessage } from './endpoints/messages/render-message.ts'
import { reportMessage } from './endpoints/messages/report-message.ts'
import { sendMessage } from './endpoints/messages/send-message.ts'
import { setTypingStatus } from './endpoints/messages/set-typing-status.ts'
import { updateMessageFlagsForNarrow } from './endpoints/messages/update-message-flags-for-narrow.ts'
import { updateMessageFlags } from './endpoints/messages/update-message-flags.ts'
import { updateMessage } from './endpoints/messages/update-message.ts'
import { addReaction } from './endpoints/reactions/add-reaction.ts'
import { removeReaction } from './endpoints/reactions/remove-reaction.ts'
import { fetchApiKey } from './endpoints/server/fetch-api-key.ts'
import { getServerSettings } from './endpoints/server/get-server-settings.ts'
import { createSavedSnippet } from './endpoints/snippets/create-saved-snippet.ts'
import { deleteSavedSnippet } from './endpoints/snippets/delete-saved-snippet.ts'
import { editSavedSnippet } from './endpoints/snippets/edit-saved-snippet.ts'
import { getSavedSnippets } from './endpoints/snippets/get-saved-snippets.ts'
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
  checkMessagesMatchNarrow,
  deleteMessage,
  deleteTopic,
  getMessageHistory,
  getMessage,
  getMessages,
  getReadReceipts,
  getStreamTopics,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  renderMessage,
  reportMessage,
  sendMessage,
  setTypingStatus,
  updateMessageFlagsForNarrow,
  updateMessageFlags,
  updateMessage,
  addReaction,
  removeReaction,
  fetchApiKey,
  getServerSettings,
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
  getSavedSnippets,
  getOwnUser,
  getUser,
  getUsers,
} as const
