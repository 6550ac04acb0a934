import { getCustomEmoji } from '@tagma/contract/endpoints/emoji/get-custom-emoji.ts'
import { handle } from '#call/call.ts'
import { presentAllCustomEmoji } from '../present.ts'

export const getCustomEmojiHandler = handle(getCustomEmoji, async ({ directory }) => ({
  emoji: presentAllCustomEmoji(directory),
}))
