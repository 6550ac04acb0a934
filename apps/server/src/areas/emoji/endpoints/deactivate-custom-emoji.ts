import { deactivateCustomEmoji as endpoint } from '@tagma/contract/endpoints/emoji/deactivate-custom-emoji.ts'
import { handle } from '#call/call.ts'
import { deactivateCustomEmoji } from '../deactivate-custom-emoji.ts'

export const deactivateCustomEmojiHandler = handle(
  endpoint,
  async ({ caller, directory, transact }, { emoji_name }) => {
    await transact((tx) => deactivateCustomEmoji(tx, directory, caller, emoji_name))
    return {}
  },
)
