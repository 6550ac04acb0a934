// Made by `npm run golden` from the files beside it; do not edit.

import { customProfileFieldsEvent } from './events/custom-profile-fields.ts'
import { heartbeatEvent } from './events/heartbeat.ts'
import { messageEvent } from './events/message.ts'
import { presenceEvent } from './events/presence.ts'
import { realmUserSettingsDefaultsUpdateEvent } from './events/realm-user-settings-defaults.ts'
import { realmUserAddEvent } from './events/realm-user.ts'
import { realmUserUpdateEvent } from './events/realm-user.ts'
import { realmUserRemoveEvent } from './events/realm-user.ts'
import { streamUpdateEvent } from './events/stream.ts'
import { streamCreateEvent } from './events/stream.ts'
import { subscriptionAddEvent } from './events/subscription.ts'
import { subscriptionRemoveEvent } from './events/subscription.ts'
import { subscriptionPeerAddEvent } from './events/subscription.ts'
import { subscriptionPeerRemoveEvent } from './events/subscription.ts'
import { typingStartEvent } from './events/typing.ts'
import { typingStopEvent } from './events/typing.ts'
import { updateMessageFlagsAddEvent } from './events/update-message-flags.ts'
import { updateMessageFlagsRemoveEvent } from './events/update-message-flags.ts'
import { userGroupAddMembersEvent } from './events/user-group-members.ts'
import { userGroupRemoveMembersEvent } from './events/user-group-members.ts'
import { userSettingsUpdateEvent } from './events/user-settings.ts'
import { userStatusEvent } from './events/user-status.ts'

/** Every event that clients can receive. */
export const events = [
  customProfileFieldsEvent,
  heartbeatEvent,
  messageEvent,
  presenceEvent,
  realmUserSettingsDefaultsUpdateEvent,
  realmUserAddEvent,
  realmUserUpdateEvent,
  realmUserRemoveEvent,
  streamUpdateEvent,
  streamCreateEvent,
  subscriptionAddEvent,
  subscriptionRemoveEvent,
  subscriptionPeerAddEvent,
  subscriptionPeerRemoveEvent,
  typingStartEvent,
  typingStopEvent,
  updateMessageFlagsAddEvent,
  updateMessageFlagsRemoveEvent,
  userGroupAddMembersEvent,
  userGroupRemoveMembersEvent,
  userSettingsUpdateEvent,
  userStatusEvent,
] as const
