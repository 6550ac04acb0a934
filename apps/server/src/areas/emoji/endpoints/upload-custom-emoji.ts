import { uploadCustomEmoji } from '@tagma/contract/endpoints/emoji/upload-custom-emoji.ts'
import { handle } from '#call/call.ts'
import { addCustomEmoji } from '../add-custom-emoji.ts'

export const uploadCustomEmojiHandler = handle(
  uploadCustomEmoji,
  async ({ caller, directory, services }, { emoji_name, file }) => {
    await addCustomEmoji(services, directory, caller, emoji_name, file)
    return {}
  },
)
