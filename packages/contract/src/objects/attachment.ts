import * as z from 'zod'
import { field } from '../define.ts'

/** A file that a user has uploaded. */
export const attachment = z.strictObject({
  id: field(z.int(), 'Id of the attachment.'),
  name: field(z.string(), 'Name of the file, as the uploader called it.'),
  path_id: field(z.string(), 'The part of its address after `/user_uploads/`.'),
  size: field(z.int(), 'In bytes.'),
  create_time: field(z.int(), 'The time of the upload in UNIX seconds.', {
    changes: [{ level: 443, text: 'In seconds; formerly in milliseconds.' }],
  }),
  message_ids: field(z.array(z.int()), 'The ids of the messages that link the file, ascending.', {
    since: 472,
    changes: [{ level: 472, text: 'Replaces `messages`, a list of objects.' }],
  }),
})
export type Attachment = z.output<typeof attachment>
