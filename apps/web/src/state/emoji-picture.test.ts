import { extraEmoji } from '@tagma/markdown/emoji-names.ts'
import { expect, test } from 'vitest'
import { emojiPicture } from './emoji-picture.ts'

test('the built-in picture is the same as in the renderer', () => {
  expect(emojiPicture({}, extraEmoji.name)).toBe(extraEmoji.url)
  expect(emojiPicture(undefined, '1f389')).toBeUndefined()
})
