// Made by `npm run golden` from the files beside it; do not edit.

import { alertWordsEvent } from './events/alert-words.ts'
import { attachmentAddEvent, attachmentUpdateEvent, attachmentRemoveEvent } from './events/attachment.ts'
import { draftsAddEvent, draftsUpdateEvent, draftsRemoveEvent } from './events/drafts.ts'
import { heartbeatEvent } from './events/heartbeat.ts'
import { messageEvent } from './events/message.ts'
import { reactionAddEvent, reactionRemoveEvent } from './events/reaction.ts'
import { realmEmojiAddEvent, realmEmojiUpdateOneEvent, realmEmojiUpdateEvent } from './events/realm-emoji.ts'
import { realmUserAddEvent, realmUserUpdateEvent } from './events/realm-user.ts'
import { remindersAddEvent, remindersRemoveEvent } from './events/reminders.ts'
import { savedSnippetsAddEvent, savedSnippetsUpdateEvent, savedSnippetsRemoveEvent } from './events/saved-snippets.ts'
import { scheduledMessagesAddEvent, scheduledMessagesUpdateEvent, scheduledMessagesRemoveEvent } from './events/scheduled-messages.ts'
import { streamUpdateEvent, streamCreateEvent } from './events/stream.ts'
import { submessageEvent } from './events/submessage.ts'
import { subscriptionAddEvent, subscriptionRemoveEvent, subscriptionPeerAddEvent, subscriptionPeerRemoveEvent } from './events/subscription.ts'
import { typingEditMessageStartEvent, typingEditMessageStopEvent } from './events/typing-edit-message.ts'
import { typingStartEvent, typingStopEvent } from './events/typing.ts'
import { updateMessageFlagsAddEvent, updateMessageFlagsRemoveEvent } from './events/update-message-flags.ts'

/** Every event that clients can receive. */
export const events = [
  alertWordsEvent,
  attachmentAddEvent,
  attachmentUpdateEvent,
  attachmentRemoveEvent,
  draftsAddEvent,
  draftsUpdateEvent,
  draftsRemoveEvent,
  heartbeatEvent,
  messageEvent,
  reactionAddEvent,
  reactionRemoveEvent,
  realmEmojiAddEvent,
  realmEmojiUpdateOneEvent,
  realmEmojiUpdateEvent,
  realmUserAddEvent,
  realmUserUpdateEvent,
  remindersAddEvent,
  remindersRemoveEvent,
  savedSnippetsAddEvent,
  savedSnippetsUpdateEvent,
  savedSnippetsRemoveEvent,
  scheduledMessagesAddEvent,
  scheduledMessagesUpdateEvent,
  scheduledMessagesRemoveEvent,
  streamUpdateEvent,
  streamCreateEvent,
  submessageEvent,
  subscriptionAddEvent,
  subscriptionRemoveEvent,
  subscriptionPeerAddEvent,
  subscriptionPeerRemoveEvent,
  typingEditMessageStartEvent,
  typingEditMessageStopEvent,
  typingStartEvent,
  typingStopEvent,
  updateMessageFlagsAddEvent,
  updateMessageFlagsRemoveEvent,
] as const
