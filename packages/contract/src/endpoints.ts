// Made by `npm run golden` from the files beside it; do not edit.

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
import { deleteQueue } from './endpoints/events/delete-queue.ts'
import { getEvents } from './endpoints/events/get-events.ts'
import { registerQueue } from './endpoints/events/register-queue.ts'
import { createUserGroup } from './endpoints/groups/create-user-group.ts'
import { deactivateUserGroup } from './endpoints/groups/deactivate-user-group.ts'
import { getIsUserGroupMember } from './endpoints/groups/get-is-user-group-member.ts'
import { getUserGroupMembers } from './endpoints/groups/get-user-group-members.ts'
import { getUserGroupSubgroups } from './endpoints/groups/get-user-group-subgroups.ts'
import { getUserGroups } from './endpoints/groups/get-user-groups.ts'
import { updateUserGroupMembers } from './endpoints/groups/update-user-group-members.ts'
import { updateUserGroupSubgroups } from './endpoints/groups/update-user-group-subgroups.ts'
import { updateUserGroup } from './endpoints/groups/update-user-group.ts'
import { getMessages } from './endpoints/messages/get-messages.ts'
import { renderMessage } from './endpoints/messages/render-message.ts'
import { sendMessage } from './endpoints/messages/send-message.ts'
import { setTypingStatus } from './endpoints/messages/set-typing-status.ts'
import { updateMessageFlags } from './endpoints/messages/update-message-flags.ts'
import { updateRealm } from './endpoints/organization/update-realm.ts'
import { fetchApiKey } from './endpoints/server/fetch-api-key.ts'
import { getServerSettings } from './endpoints/server/get-server-settings.ts'
import { muteTopic } from './endpoints/topics/mute-topic.ts'
import { updateUserTopic } from './endpoints/topics/update-user-topic.ts'
import { getOwnUser } from './endpoints/users/get-own-user.ts'
import { getUser } from './endpoints/users/get-user.ts'
import { getUsers } from './endpoints/users/get-users.ts'

/** Every endpoint, by operation id in camel case. */
export const endpoints = {
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
  deleteQueue,
  getEvents,
  registerQueue,
  createUserGroup,
  deactivateUserGroup,
  getIsUserGroupMember,
  getUserGroupMembers,
  getUserGroupSubgroups,
  getUserGroups,
  updateUserGroupMembers,
  updateUserGroupSubgroups,
  updateUserGroup,
  getMessages,
  renderMessage,
  sendMessage,
  setTypingStatus,
  updateMessageFlags,
  updateRealm,
  fetchApiKey,
  getServerSettings,
  muteTopic,
  updateUserTopic,
  getOwnUser,
  getUser,
  getUsers,
} as const
