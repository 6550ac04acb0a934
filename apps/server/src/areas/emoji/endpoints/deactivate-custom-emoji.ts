import { deactivateCustomEmoji } from '@tagma/contract/endpoints/emoji/deactivate-custom-emoji.ts'
import { handle } from '#call/call.ts'
import { deactivateCustomEmoji as deactivate } from '../deactivate-custom-emoji.ts'

export const deactivateCustomEmojiHandler = handle(
  deactivateCustomEmoji,
  async ({ caller, directory, transact }, { emoji_name }) => {
    await transact((tx) => deactivate(tx, directory, caller, emoji_name))
    return {}
  },
)
