// Made by `npm run golden` from the files beside it; do not edit.

import { deleteMessageEvent } from './events/delete-message.ts'
import { heartbeatEvent } from './events/heartbeat.ts'
import { messageEvent } from './events/message.ts'
import { realmUserAddEvent } from './events/realm-user.ts'
import { realmUserUpdateEvent } from './events/realm-user.ts'
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
import { updateMessageEvent } from './events/update-message.ts'

/** Every event that clients can receive. */
export const events = [
  deleteMessageEvent,
  heartbeatEvent,
  messageEvent,
  realmUserAddEvent,
  realmUserUpdateEvent,
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
  updateMessageEvent,
] as const
