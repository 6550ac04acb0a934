import * as z from 'zod'
import { endpoint, json, upload } from '../../define.ts'

export const uploadRealmLogo = endpoint({
  id: 'upload-realm-logo',
  method: 'POST',
  path: '/realm/logo',
  role: 'administrator',
  scope: 'organization',
  summary: 'Upload a logo for the organization.',
  doc: 'Send multipart form data with exactly one picture. The server scales it and removes its metadata.',
  params: {
    file: upload('The picture: PNG, JPEG, GIF, WebP, AVIF or TIFF.'),
    night: json(z.boolean(), 'True for the logo on dark backgrounds.'),
  },
  returns: {},
  errors: [
    { code: 'BAD_IMAGE', when: 'The file is broken, not a picture, or has too many pixels.' },
    {
      code: 'BAD_REQUEST',
      when: 'The request does not hold exactly one file, or the file is larger than `max_logo_file_size_mib`.',
    },
  ],
  example: { request: { night: false }, response: {} },
})
