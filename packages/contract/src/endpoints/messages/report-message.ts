import * as z from 'zod'
import { endpoint, inPath, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { id, textUpTo } from '../../primitives.ts'

/** The reasons for a report, with the words to show. */
export const reportTypes = [
  { key: 'spam', name: 'Spam' },
  { key: 'harassment', name: 'Harassment' },
  { key: 'inappropriate', name: 'Inappropriate content' },
  { key: 'norms', name: 'Violates community norms' },
  { key: 'other', name: 'Other reason' },
] as const

export const reportMessage = endpoint({
  id: 'report-message',
  method: 'POST',
  path: '/messages/{message_id}/report',
  role: 'guest',
  scope: 'messages:write',
  since: 382,
  limit: 'send_message',
  summary: 'Report a message to the organization’s moderators.',
  params: {
    message_id: inPath(id('message'), 'The message.'),
    report_type: text(z.string(), 'The reason: a `key` of `server_report_message_types`.'),
    description: text(
      textUpTo(limits.maxReportLength).optional(),
      'A description. Needed with the type `other`.',
    ),
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The organization has no channel for reports, the type is unknown, or a description is missing.',
    },
  ],
  example: { request: { message_id: 31, report_type: 'spam' }, response: {} },
})
