import * as z from 'zod'
import { event, field } from '../define.ts'
import { attachment } from '../objects/attachment.ts'

const example = {
  id: 1,
  name: 'notes.txt',
  path_id: '1/4e/m2A3MSqFnWRLUf9SaPzQ0Up_/notes.txt',
  size: 571946,
  create_time: 1588145417,
  message_ids: [],
}
const upload_space_used = field(z.int(), 'Bytes used by all uploads of the organization.')

export const attachmentAddEvent = event({
  type: 'attachment',
  op: 'add',
  doc: 'The user uploaded a file.',
  fields: { attachment: field(attachment, 'The file.'), upload_space_used },
  example: { type: 'attachment', op: 'add', attachment: example, upload_space_used: 571946, id: 65536 },
})

export const attachmentUpdateEvent = event({
  type: 'attachment',
  op: 'update',
  doc: 'A message now links a file that the user uploaded, or no longer links it.',
  fields: { attachment: field(attachment, 'The file.'), upload_space_used },
  example: { type: 'attachment', op: 'update', attachment: example, upload_space_used: 571946, id: 65537 },
})

export const attachmentRemoveEvent = event({
  type: 'attachment',
  op: 'remove',
  doc: 'A file that the user uploaded was deleted.',
  fields: {
    attachment: field(z.strictObject({ id: field(z.int(), 'Id of the attachment.') }), 'The file.'),
    upload_space_used,
  },
  example: { type: 'attachment', op: 'remove', attachment: { id: 1 }, upload_space_used: 0, id: 65538 },
})
