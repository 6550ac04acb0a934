// Made by `npm run golden` from the files beside it; do not edit.

import type { AnyShaper } from '#events/shaper.ts'
import { commandsShaper } from '#areas/bots/shape.ts'
import { streamShaper } from '#areas/channels/stream-shape.ts'
import { subscriptionShaper } from '#areas/channels/subscription-shape.ts'
import { customEmojiShaper } from '#areas/emoji/shape.ts'
import { groupShaper } from '#areas/groups/shape.ts'
import { linkifiersShaper } from '#areas/linkifiers/shape.ts'
import { deleteMessageShaper } from '#areas/messages/delete/delete-message-shape.ts'
import { updateFlagsShaper } from '#areas/messages/flags/update-flags-shape.ts'
import { updateMessageShaper } from '#areas/messages/move/update-message-shape.ts'
import { messageShaper } from '#areas/messages/shape.ts'
import { editTypingShaper } from '#areas/messages/typing/edit-typing-shape.ts'
import { typingShaper } from '#areas/messages/typing/typing-shape.ts'
import { presenceShaper } from '#areas/presence/shape.ts'
import { reactionShaper } from '#areas/reactions/shape.ts'
import { statusShaper } from '#areas/status/shape.ts'
import { userTopicShaper } from '#areas/user-topics/shape.ts'
import { userShaper } from '#areas/users/shape.ts'

/** Functions that turn events into the form that each client wants; types without a shaper go out unchanged. */
export const shapers: readonly AnyShaper[] = [
  commandsShaper,
  streamShaper,
  subscriptionShaper,
  customEmojiShaper,
  groupShaper,
  linkifiersShaper,
  deleteMessageShaper,
  updateFlagsShaper,
  updateMessageShaper,
  messageShaper,
  editTypingShaper,
  typingShaper,
  presenceShaper,
  reactionShaper,
  statusShaper,
  userTopicShaper,
  userShaper,
]
