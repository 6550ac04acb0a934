import { getMessage } from '@tagma/contract/endpoints/messages/get-message.ts'
import { handle } from '#call/call.ts'
import { wantsLegacyEmojiType } from '#http/client-name.ts'
import { fetchMessage } from '../fetch/fetch-messages.ts'

export const getMessageHandler = handle(
  getMessage,
  async ({ caller, db, directory, userAgent }, { message_id, apply_markdown, allow_empty_topic_name }) => {
    const { message, content } = await fetchMessage(db, directory, message_id, {
      user: caller,
      applyMarkdown: apply_markdown,
      clientGravatar: true,
      wantsLegacyEmojiType: wantsLegacyEmojiType(userAgent),
      allowEmptyTopicName: allow_empty_topic_name,
    })
    return { message, raw_content: content }
  },
)
