import * as z from 'zod'
import { endpoint, field, upload } from '../../define.ts'

export const uploadRealmIcon = endpoint({
  id: 'upload-realm-icon',
  method: 'POST',
  path: '/realm/icon',
  role: 'administrator',
  scope: 'organization',
  summary: 'Upload a icon for the organization.',
  doc: 'Send multipart form data with exactly one picture. The server scales it and removes its metadata.',
  params: {
    file: upload('The picture: PNG, JPEG, GIF, WebP, AVIF or TIFF.'),
  },
  returns: { icon_url: field(z.string(), 'Address of the new icon.') },
  errors: [
    { code: 'BAD_IMAGE', when: 'The file is broken, not a picture, or has too many pixels.' },
    {
      code: 'BAD_REQUEST',
      when: 'The request does not hold exactly one file, or the file is larger than `max_icon_file_size_mib`.',
    },
  ],
  example: { request: {}, response: { icon_url: '/user_avatars/2/realm/icon-1.png' } },
})
