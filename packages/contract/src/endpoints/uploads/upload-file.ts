import * as z from 'zod'
import { endpoint, field, upload } from '../../define.ts'

export const uploadFile = endpoint({
  id: 'upload-file',
  method: 'POST',
  path: '/user_uploads',
  role: 'guest',
  scope: 'files:write',
  summary: 'Upload a file.',
  doc: 'At first only the uploader can open it. To share it, send a message that links `url`: whoever can read the message can open the file, and link it in turn. The largest size is `max_file_upload_size_mib` in the registration response. Large files are better sent in pieces: `/api/v1/tus/` speaks the [tus protocol](https://tus.io/protocols/resumable-upload) (since feature level 296), which goes on where a connection broke; give `filename` and `filetype` in `Upload-Metadata`, and read `url` and `filename` from the answer to the last piece.',
  params: { file: upload('Exactly one file.') },
  returns: {
    url: field(z.string(), 'The path of the file, to link in messages.', { since: 272 }),
    uri: field(z.string(), 'The older name of `url`.', { deprecated: 272 }),
    filename: field(z.string(), 'The name of the file, as text for a link.', { since: 285 }),
  },
  errors: [
    { code: 'BAD_REQUEST', when: 'The request does not hold exactly one file, or the file is too large.' },
    { code: 'REALM_UPLOAD_OVER_QUOTA', when: 'The organization’s uploads would exceed their limit.' },
  ],
  example: {
    request: {},
    response: {
      url: '/user_uploads/1/4e/m2A3MSqFnWRLUf9SaPzQ0Up_/notes.txt',
      uri: '/user_uploads/1/4e/m2A3MSqFnWRLUf9SaPzQ0Up_/notes.txt',
      filename: 'notes.txt',
    },
  },
})
