import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { attachment } from '../../objects/attachment.ts'

export const getAttachments = endpoint({
  id: 'get-attachments',
  method: 'GET',
  path: '/attachments',
  role: 'guest',
  scope: 'files:read',
  summary: 'Fetch your uploads.',
  params: {},
  returns: {
    attachments: field(z.array(attachment), 'The caller’s uploads, oldest first.'),
    upload_space_used: field(z.int(), 'Bytes used by all uploads of the organization.'),
  },
  example: {
    request: {},
    response: {
      attachments: [
        {
          id: 1,
          name: 'notes.txt',
          path_id: '1/4e/m2A3MSqFnWRLUf9SaPzQ0Up_/notes.txt',
          size: 571946,
          create_time: 1588145417,
          message_ids: [31],
        },
      ],
      upload_space_used: 571946,
    },
  },
})
