import * as z from 'zod'
import { endpoint, field, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const getReadReceipts = endpoint({
  id: 'get-read-receipts',
  method: 'GET',
  path: '/messages/{message_id}/read_receipts',
  role: 'guest',
  scope: 'messages:read',
  since: 137,
  summary: 'List the readers of a message.',
  doc: 'The list leaves out the sender, users who have switched off `send_read_receipts`, and users who have muted the caller or are muted by the caller.',
  params: { message_id: inPath(id('message'), 'The message.') },
  returns: { user_ids: field(z.array(z.int()), 'Ids of the users, ascending.') },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The message does not exist, the caller may not read it, or the organization has switched off read receipts.',
    },
  ],
  example: { request: { message_id: 31 }, response: { user_ids: [10, 12] } },
})
