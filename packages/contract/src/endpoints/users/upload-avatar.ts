import * as z from 'zod'
import { endpoint, field, upload } from '../../define.ts'
import { limits } from '../../limits.ts'

export const uploadAvatar = endpoint({
  id: 'upload-avatar',
  method: 'POST',
  path: '/users/me/avatar',
  role: 'guest',
  summary: 'Upload a picture of yourself.',
  doc: 'The picture is cut to a square, scaled and freed of everything else that was in the file.',
  params: {
    file: upload('Exactly one picture: PNG, JPEG, GIF, WebP, AVIF or TIFF.', {
      maxMib: limits.maxAvatarFileSizeMib,
    }),
  },
  returns: { avatar_url: field(z.string(), 'Address of the picture.') },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'There is not exactly one file, it is larger than `max_avatar_file_size_mib`, or only administrators may change pictures.',
    },
    { code: 'BAD_IMAGE', when: 'The file is no picture of these formats, or it is broken.' },
  ],
  example: { request: {}, response: { avatar_url: '/user_avatars/2/10.png?v=2' } },
})
