// Made by `npm run golden` from the files beside it; do not edit.

import { getStreams } from './endpoints/channels/get-streams.ts'
import { getSubscriptions } from './endpoints/channels/get-subscriptions.ts'
import { subscribe } from './endpoints/channels/subscribe.ts'
import { unsubscribe } from './endpoints/channels/unsubscribe.ts'
import { deleteQueue } from './endpoints/events/delete-queue.ts'
import { getEvents } from './endpoints/events/get-events.ts'
import { registerQueue } from './endpoints/events/register-queue.ts'
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
import { fetchApiKey } from './endpoints/server/fetch-api-key.ts'
import { getServerSettings } from './endpoints/server/get-server-settings.ts'
import { getOwnUser } from './endpoints/users/get-own-user.ts'
import { getUser } from './endpoints/users/get-user.ts'
import { getUsers } from './endpoints/users/get-users.ts'

/** Every endpoint, by operation id in camel case. */
export const endpoints = {
  getStreams,
  getSubscriptions,
  subscribe,
  unsubscribe,
  deleteQueue,
  getEvents,
  registerQueue,
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
  fetchApiKey,
  getServerSettings,
  getOwnUser,
  getUser,
  getUsers,
} as const
