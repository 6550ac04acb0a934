import * as z from 'zod'
import { endpoint, field, upload } from '../../define.ts'

export const uploadRealmIcon = endpoint({
  id: 'upload-realm-icon',
  method: 'POST',
  path: '/realm/icon',
  role: 'administrator',
  summary: 'Upload a icon for the organization.',
  doc: 'The body is multipart form data with exactly one picture, which is scaled and freed of its metadata.',
  params: {
    file: upload('The picture: PNG, JPEG, GIF, WebP, AVIF or TIFF.'),
  },
  returns: { icon_url: field(z.string(), 'Address of the new icon.') },
  errors: [
    { code: 'BAD_IMAGE', when: 'The file is not a picture, is broken, or unfolds to too many pixels.' },
    {
      code: 'BAD_REQUEST',
      when: 'There is not exactly one file, or it is larger than `max_icon_file_size_mib`.',
    },
  ],
  example: { request: {}, response: { icon_url: '/user_avatars/2/realm/icon-1.png' } },
})
