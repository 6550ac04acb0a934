import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { wantsLegacyEmojiType } from '#http/client-name.ts'
import { handle } from '#server/call.ts'
import { fetchMessages } from '../fetch-messages.ts'

export const getMessagesHandler = handle(
  getMessages,
  async ({ caller, services, directory, userAgent }, args) => {
    const { anchor, messages, foundAnchor, foundNewest, foundOldest } = await fetchMessages(
      services,
      directory,
      caller,
      { ...args, wantsLegacyEmojiType: wantsLegacyEmojiType(userAgent) },
    )
    return {
      ...(anchor === undefined ? {} : { anchor }),
      found_anchor: foundAnchor,
      found_newest: foundNewest,
      found_oldest: foundOldest,
      history_limited: false,
      messages,
    }
  },
)
