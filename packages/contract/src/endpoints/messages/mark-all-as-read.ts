import * as z from 'zod'
import { endpoint, field } from '../../define.ts'

export const markAllAsRead = endpoint({
  id: 'mark-all-as-read',
  method: 'POST',
  path: '/mark_all_as_read',
  role: 'guest',
  scope: 'messages:write',
  deprecated: 1,
  summary: 'Mark all messages as read.',
  params: {},
  returns: {
    complete: field(z.boolean(), 'Whether all messages were marked. Always true.', { since: 211 }),
  },
  example: { request: {}, response: { complete: true } },
})
