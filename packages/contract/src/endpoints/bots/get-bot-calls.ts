import * as z from 'zod'
import { endpoint, field, inPath } from '../../define.ts'

export const getBotCalls = endpoint({
  id: 'get-bot-calls',
  method: 'GET',
  path: '/bots/{bot_id}/calls',
  role: 'guest',
  scope: 'people:read',
  bots: false,
  summary: 'List the failed calls of an outgoing webhook.',
  doc: 'The last 50 within a week. A call fails if its service cannot be reached four times in a row, or if its answer is no success. An endpoint of Tagma; Zulip has none for this.',
  params: { bot_id: inPath(z.int().nonnegative(), 'The bot; you must administer it.') },
  returns: {
    waiting: field(z.int(), 'Number of calls that are on their way, or wait for those before them.'),
    failed: field(
      z.array(
        z.strictObject({
          id: field(z.int(), 'Id of the call.'),
          failed_at: field(z.int(), 'Time, in UNIX seconds.'),
          message_id: field(z.int(), 'The message that the bot was called for.'),
          trigger: field(
            z.enum(['mention', 'direct_message', 'command', 'action']),
            'The reason of the call.',
          ),
          problem: field(z.string(), 'What was wrong, as Markdown.'),
        }),
      ),
      'The failed calls, newest first.',
    ),
  },
  errors: [{ code: 'BAD_REQUEST', when: 'The bot does not exist, or the caller may not change it.' }],
  example: {
    request: { bot_id: 36 },
    response: {
      waiting: 0,
      failed: [
        {
          id: 5,
          failed_at: 1_767_182_400,
          message_id: 1207,
          trigger: 'mention',
          problem: 'the status *500*',
        },
      ],
    },
  },
})
