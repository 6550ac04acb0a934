// Made by `npm run golden` from the files beside it; do not edit.

import type { endpoints } from '@tagma/contract/endpoints.ts'
import type { HandlerFor } from '#server/call.ts'
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
import { deleteQueueHandler } from '#areas/events/endpoints/delete-queue.ts'
import { getEventsHandler } from '#areas/events/endpoints/get-events.ts'
import { registerQueueHandler } from '#areas/events/endpoints/register-queue.ts'
import { createUserGroupHandler } from '#areas/groups/endpoints/create-user-group.ts'
import { deactivateUserGroupHandler } from '#areas/groups/endpoints/deactivate-user-group.ts'
import { getIsUserGroupMemberHandler } from '#areas/groups/endpoints/get-is-user-group-member.ts'
import { getUserGroupMembersHandler } from '#areas/groups/endpoints/get-user-group-members.ts'
import { getUserGroupSubgroupsHandler } from '#areas/groups/endpoints/get-user-group-subgroups.ts'
import { getUserGroupsHandler } from '#areas/groups/endpoints/get-user-groups.ts'
import { updateUserGroupMembersHandler } from '#areas/groups/endpoints/update-user-group-members.ts'
import { updateUserGroupSubgroupsHandler } from '#areas/groups/endpoints/update-user-group-subgroups.ts'
import { updateUserGroupHandler } from '#areas/groups/endpoints/update-user-group.ts'
import { getMessagesHandler } from '#areas/messages/endpoints/get-messages.ts'
import { renderMessageHandler } from '#areas/messages/endpoints/render-message.ts'
import { sendMessageHandler } from '#areas/messages/endpoints/send-message.ts'
import { setTypingStatusHandler } from '#areas/messages/endpoints/set-typing-status.ts'
import { updateMessageFlagsHandler } from '#areas/messages/endpoints/update-message-flags.ts'
import { updateRealmHandler } from '#areas/organization/endpoints/update-realm.ts'
import { fetchApiKeyHandler } from '#areas/server/endpoints/fetch-api-key.ts'
import { getServerSettingsHandler } from '#areas/server/endpoints/get-server-settings.ts'
import { muteTopicHandler } from '#areas/user-topics/endpoints/mute-topic.ts'
import { updateUserTopicHandler } from '#areas/user-topics/endpoints/update-user-topic.ts'
import { getOwnUserHandler } from '#areas/users/endpoints/get-own-user.ts'
import { getUserHandler } from '#areas/users/endpoints/get-user.ts'
import { getUsersHandler } from '#areas/users/endpoints/get-users.ts'

/** For each endpoint of the contract, what carries it out: a missing one does not compile. */
export const handlers: { readonly [K in keyof typeof endpoints]: HandlerFor<(typeof endpoints)[K]> } = {
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
  deleteQueue: deleteQueueHandler,
  getEvents: getEventsHandler,
  registerQueue: registerQueueHandler,
  createUserGroup: createUserGroupHandler,
  deactivateUserGroup: deactivateUserGroupHandler,
  getIsUserGroupMember: getIsUserGroupMemberHandler,
  getUserGroupMembers: getUserGroupMembersHandler,
  getUserGroupSubgroups: getUserGroupSubgroupsHandler,
  getUserGroups: getUserGroupsHandler,
  updateUserGroupMembers: updateUserGroupMembersHandler,
  updateUserGroupSubgroups: updateUserGroupSubgroupsHandler,
  updateUserGroup: updateUserGroupHandler,
  getMessages: getMessagesHandler,
  renderMessage: renderMessageHandler,
  sendMessage: sendMessageHandler,
  setTypingStatus: setTypingStatusHandler,
  updateMessageFlags: updateMessageFlagsHandler,
  updateRealm: updateRealmHandler,
  fetchApiKey: fetchApiKeyHandler,
  getServerSettings: getServerSettingsHandler,
  muteTopic: muteTopicHandler,
  updateUserTopic: updateUserTopicHandler,
  getOwnUser: getOwnUserHandler,
  getUser: getUserHandler,
  getUsers: getUsersHandler,
}
