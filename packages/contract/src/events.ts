// Made by `npm run golden` from the files beside it; do not edit.

import { defaultStreamsEvent } from './events/default-streams.ts'
import { heartbeatEvent } from './events/heartbeat.ts'
import { messageEvent } from './events/message.ts'
import { realmUserAddEvent, realmUserUpdateEvent } from './events/realm-user.ts'
import { streamUpdateEvent, streamCreateEvent, streamDeleteEvent } from './events/stream.ts'
import { subscriptionAddEvent, subscriptionRemoveEvent, subscriptionUpdateEvent, subscriptionPeerAddEvent, subscriptionPeerRemoveEvent } from './events/subscription.ts'
import { typingStartEvent, typingStopEvent } from './events/typing.ts'
import { updateMessageFlagsAddEvent, updateMessageFlagsRemoveEvent } from './events/update-message-flags.ts'

/** Every event that clients can receive. */
export const events = [
  defaultStreamsEvent,
  heartbeatEvent,
  messageEvent,
  realmUserAddEvent,
  realmUserUpdateEvent,
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
] as const
