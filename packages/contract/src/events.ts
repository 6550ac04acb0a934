// Made by `npm run golden` from the files beside it; do not edit.

import { alertWordsEvent } from './events/alert-words.ts'
import { deleteMessageEvent } from './events/delete-message.ts'
import { draftsAddEvent, draftsUpdateEvent, draftsRemoveEvent } from './events/drafts.ts'
import { heartbeatEvent } from './events/heartbeat.ts'
import { invitesChangedEvent } from './events/invites-changed.ts'
import { messageEvent } from './events/message.ts'
import { reactionAddEvent, reactionRemoveEvent } from './events/reaction.ts'
import { realmEmojiAddEvent, realmEmojiUpdateOneEvent, realmEmojiUpdateEvent } from './events/realm-emoji.ts'
import { realmLinkifiersEvent } from './events/realm-linkifiers.ts'
import { realmUserAddEvent, realmUserUpdateEvent } from './events/realm-user.ts'
import { savedSnippetsAddEvent, savedSnippetsUpdateEvent, savedSnippetsRemoveEvent } from './events/saved-snippets.ts'
import { streamUpdateEvent, streamCreateEvent } from './events/stream.ts'
import { subscriptionAddEvent, subscriptionRemoveEvent, subscriptionPeerAddEvent, subscriptionPeerRemoveEvent } from './events/subscription.ts'
import { typingStartEvent, typingStopEvent } from './events/typing.ts'
import { updateMessageFlagsAddEvent, updateMessageFlagsRemoveEvent } from './events/update-message-flags.ts'
import { updateMessageEvent } from './events/update-message.ts'

/** Every event that clients can receive. */
export const events = [
  alertWordsEvent,
  deleteMessageEvent,
  draftsAddEvent,
  draftsUpdateEvent,
  draftsRemoveEvent,
  heartbeatEvent,
  invitesChangedEvent,
  messageEvent,
  reactionAddEvent,
  reactionRemoveEvent,
  realmEmojiAddEvent,
  realmEmojiUpdateOneEvent,
  realmEmojiUpdateEvent,
  realmLinkifiersEvent,
  realmUserAddEvent,
  realmUserUpdateEvent,
  savedSnippetsAddEvent,
  savedSnippetsUpdateEvent,
  savedSnippetsRemoveEvent,
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
