import * as z from 'zod'
import { endpoint, field, upload } from '../../define.ts'
import { limits } from '../../limits.ts'

export const uploadAvatar = endpoint({
  id: 'upload-avatar',
  method: 'POST',
  path: '/users/me/avatar',
  role: 'guest',
  scope: 'people:write',
  summary: 'Upload your picture.',
  doc: 'The server crops the picture to a square, scales it and removes its metadata.',
  params: {
    file: upload('Exactly one picture: PNG, JPEG, GIF, WebP, AVIF or TIFF.', {
      maxMib: limits.maxAvatarFileSizeMib,
    }),
  },
  returns: { avatar_url: field(z.string(), 'Address of the picture.') },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The request does not hold exactly one file, the file is larger than `max_avatar_file_size_mib`, or only administrators may change pictures.',
    },
    { code: 'BAD_IMAGE', when: 'The file is broken or not a picture of these formats.' },
  ],
  example: { request: {}, response: { avatar_url: '/user_avatars/2/10.png?v=2' } },
})
