// Made by `npm run golden` from the files beside it; do not edit.

import type { endpoints } from '@tagma/contract/endpoints.ts'
import type { HandlerFor } from '#server/call.ts'
import { getStreamsHandler } from './channels/endpoints/get-streams.ts'
import { getSubscriptionsHandler } from './channels/endpoints/get-subscriptions.ts'
import { subscribeHandler } from './channels/endpoints/subscribe.ts'
import { unsubscribeHandler } from './channels/endpoints/unsubscribe.ts'
import { deleteQueueHandler } from './events/endpoints/delete-queue.ts'
import { getEventsHandler } from './events/endpoints/get-events.ts'
import { registerQueueHandler } from './events/endpoints/register-queue.ts'
import { getMessagesHandler } from './messages/endpoints/get-messages.ts'
import { renderMessageHandler } from './messages/endpoints/render-message.ts'
import { sendMessageHandler } from './messages/endpoints/send-message.ts'
import { setTypingStatusHandler } from './messages/endpoints/set-typing-status.ts'
import { updateMessageFlagsHandler } from './messages/endpoints/update-message-flags.ts'
import { fetchApiKeyHandler } from './server/endpoints/fetch-api-key.ts'
import { getServerSettingsHandler } from './server/endpoints/get-server-settings.ts'
import { getOwnUserHandler } from './users/endpoints/get-own-user.ts'
import { getUserHandler } from './users/endpoints/get-user.ts'
import { getUsersHandler } from './users/endpoints/get-users.ts'

/** For each endpoint of the contract, what carries it out: a missing one does not compile. */
export const handlers: { readonly [K in keyof typeof endpoints]: HandlerFor<(typeof endpoints)[K]> } = {
  getStreams: getStreamsHandler,
  getSubscriptions: getSubscriptionsHandler,
  subscribe: subscribeHandler,
  unsubscribe: unsubscribeHandler,
  deleteQueue: deleteQueueHandler,
  getEvents: getEventsHandler,
  registerQueue: registerQueueHandler,
  getMessages: getMessagesHandler,
  renderMessage: renderMessageHandler,
  sendMessage: sendMessageHandler,
  setTypingStatus: setTypingStatusHandler,
  updateMessageFlags: updateMessageFlagsHandler,
  fetchApiKey: fetchApiKeyHandler,
  getServerSettings: getServerSettingsHandler,
  getOwnUser: getOwnUserHandler,
  getUser: getUserHandler,
  getUsers: getUsersHandler,
}
