// Made by `npm run golden` from the files beside it; do not edit.

import { channelFolderAddEvent, channelFolderUpdateEvent, channelFolderReorderEvent } from './events/channel-folder.ts'
import { defaultStreamsEvent } from './events/default-streams.ts'
import { heartbeatEvent } from './events/heartbeat.ts'
import { messageEvent } from './events/message.ts'
import { realmUserAddEvent, realmUserUpdateEvent } from './events/realm-user.ts'
import { realmUpdateEvent, realmUpdateDictEvent } from './events/realm.ts'
import { streamUpdateEvent, streamCreateEvent, streamDeleteEvent } from './events/stream.ts'
import { subscriptionAddEvent, subscriptionRemoveEvent, subscriptionUpdateEvent, subscriptionPeerAddEvent, subscriptionPeerRemoveEvent } from './events/subscription.ts'
import { typingStartEvent, typingStopEvent } from './events/typing.ts'
import { updateMessageFlagsAddEvent, updateMessageFlagsRemoveEvent } from './events/update-message-flags.ts'
import { userGroupAddEvent, userGroupUpdateEvent, userGroupAddMembersEvent, userGroupRemoveMembersEvent, userGroupAddSubgroupsEvent, userGroupRemoveSubgroupsEvent, userGroupRemoveEvent } from './events/user-group.ts'
import { userTopicEvent, mutedTopicsEvent } from './events/user-topic.ts'

/** Every event that clients can receive. */
export const events = [
  channelFolderAddEvent,
  channelFolderUpdateEvent,
  channelFolderReorderEvent,
  defaultStreamsEvent,
  heartbeatEvent,
  messageEvent,
  realmUserAddEvent,
  realmUserUpdateEvent,
  realmUpdateEvent,
  realmUpdateDictEvent,
  streamUpdateEvent,
  streamCreateEvent,
  streamDeleteEvent,
  subscriptionAddEvent,
  subscriptionRemoveEvent,
  subscriptionUpdateEvent,
  subscriptionPeerAddEvent,
  subscriptionPeerRemoveEvent,
  typingStartEvent,
  typingStopEvent,
  updateMessageFlagsAddEvent,
  updateMessageFlagsRemoveEvent,
  userGroupAddEvent,
  userGroupUpdateEvent,
  userGroupAddMembersEvent,
  userGroupRemoveMembersEvent,
  userGroupAddSubgroupsEvent,
  userGroupRemoveSubgroupsEvent,
  userGroupRemoveEvent,
  userTopicEvent,
  mutedTopicsEvent,
] as const
