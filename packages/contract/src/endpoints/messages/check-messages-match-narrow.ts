import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'
import { narrow } from '../../primitives.ts'

export const checkMessagesMatchNarrow = endpoint({
  id: 'check-messages-match-narrow',
  method: 'GET',
  path: '/messages/matches_narrow',
  role: 'guest',
  scope: 'messages:read',
  summary: 'Check which of some messages match a narrow.',
  params: {
    msg_ids: json(z.array(z.int().nonnegative()), 'Ids of the messages.'),
    narrow: json(narrow, 'The narrow.'),
  },
  returns: {
    messages: field(
      z.record(
        z.string(),
        z.strictObject({
          match_content: field(z.string(), 'The content as HTML, with the search words marked.'),
          match_subject: field(z.string(), 'The topic as HTML, with the search words marked.'),
        }),
      ),
      'The messages that match and that the caller may read, keyed by message id.',
    ),
  },
  errors: [{ code: 'BAD_REQUEST', when: 'The narrow is not valid.' }],
  example: {
    request: { msg_ids: [31, 32], narrow: [{ operator: 'search', operand: 'grey' }] },
    response: {
      messages: {
        31: {
          match_content: '<p>Warm <strong><span class="highlight">grey</span></strong>?</p>',
          match_subject: 'colors',
        },
      },
    },
  },
})
