import * as z from 'zod'
import { endpoint, inPath, upload } from '../../define.ts'
import { limits } from '../../limits.ts'

export const uploadCustomEmoji = endpoint({
  id: 'upload-custom-emoji',
  method: 'POST',
  path: '/realm/emoji/{emoji_name}',
  role: 'guest',
  scope: 'organization',
  summary: 'Add a custom emoji.',
  doc: 'The picture is scaled to 64 by 64 pixels. An animated picture stays animated, and its first frame is stored as a still picture. The setting `can_add_custom_emoji_group` decides who may add emoji. Only administrators may use the name of a Unicode emoji.',
  params: {
    emoji_name: inPath(
      z.string(),
      'Name of the emoji: letters from a to z, digits, dashes and underscores. The server replaces capitals by small letters and spaces by underscores.',
    ),
    file: upload('Exactly one picture: PNG, JPEG, GIF, WebP, AVIF or TIFF.', {
      maxMib: limits.maxCustomEmojiFileSizeMib,
    }),
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The name is taken or not valid, the request does not hold exactly one file, the file is too large, or the caller may not add emoji.',
    },
    { code: 'BAD_IMAGE', when: 'The file is broken or not a picture of these formats.' },
  ],
  example: { request: { emoji_name: 'green_tick' }, response: {} },
})
