import * as z from 'zod'
import { endpoint, inPath, upload } from '../../define.ts'
import { limits } from '../../limits.ts'

export const uploadCustomEmoji = endpoint({
  id: 'upload-custom-emoji',
  method: 'POST',
  path: '/realm/emoji/{emoji_name}',
  role: 'guest',
  summary: 'Add a custom emoji.',
  doc: 'The picture is scaled to 64 by 64 pixels; one that moves goes on moving, and its first frame is kept beside it. Who may do this is decided by `can_add_custom_emoji_group`. Only administrators may take the name of a Unicode emoji.',
  params: {
    emoji_name: inPath(
      z.string(),
      'Name of the emoji: letters from a to z, digits, dashes and underscores. Capitals become small letters and spaces underscores.',
    ),
    file: upload('Exactly one picture: PNG, JPEG, GIF, WebP, AVIF or TIFF.', {
      maxMib: limits.maxCustomEmojiFileSizeMib,
    }),
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The name is taken or not valid, there is not exactly one file, it is too large, or the caller may not add emoji.',
    },
    { code: 'BAD_IMAGE', when: 'The file is no picture of these formats, or it is broken.' },
  ],
  example: { request: { emoji_name: 'green_tick' }, response: {} },
})
