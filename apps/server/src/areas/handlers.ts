// Made by `npm run golden` from the files beside it; do not edit.

import type { endpoints } from '@tagma/contract/endpoints.ts'
import type { HandlerFor } from '#server/call.ts'
import { getStreamsHandler } from '#areas/channels/endpoints/get-streams.ts'
import { getSubscriptionsHandler } from '#areas/channels/endpoints/get-subscriptions.ts'
import { subscribeHandler } from '#areas/channels/endpoints/subscribe.ts'
import { unsubscribeHandler } from '#areas/channels/endpoints/unsubscribe.ts'
import { deleteQueueHandler } from '#areas/events/endpoints/delete-queue.ts'
import { getEventsHandler } from '#areas/events/endpoints/get-events.ts'
import { registerQueueHandler } from '#areas/events/endpoints/register-queue.ts'
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
import { fetchApiKeyHandler } from '#areas/server/endpoints/fetch-api-key.ts'
import { getServerSettingsHandler } from '#areas/server/endpoints/get-server-settings.ts'
import { getOwnUserHandler } from '#areas/users/endpoints/get-own-user.ts'
import { getUserHandler } from '#areas/users/endpoints/get-user.ts'
import { getUsersHandler } from '#areas/users/endpoints/get-users.ts'

/** For each endpoint of the contract, what carries it out: a missing one does not compile. */
export const handlers: { readonly [K in keyof typeof endpoints]: HandlerFor<(typeof endpoints)[K]> } = {
  getStreams: getStreamsHandler,
  getSubscriptions: getSubscriptionsHandler,
  subscribe: subscribeHandler,
  unsubscribe: unsubscribeHandler,
  deleteQueue: deleteQueueHandler,
  getEvents: getEventsHandler,
  registerQueue: registerQueueHandler,
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
  fetchApiKey: fetchApiKeyHandler,
  getServerSettings: getServerSettingsHandler,
  getOwnUser: getOwnUserHandler,
  getUser: getUserHandler,
  getUsers: getUsersHandler,
}
