import * as z from 'zod'
import { endpoint, field, inPath } from '../../define.ts'

export const getBotPayloads = endpoint({
  id: 'get-bot-payloads',
  method: 'GET',
  path: '/bots/{bot_id}/payloads',
  role: 'guest',
  scope: 'people:read',
  bots: false,
  summary: 'List what services sent to a bot.',
  doc: 'The last 20 requests to its [webhook](receive-webhook) within a day, and what became of them. An endpoint of Tagma; Zulip has none for this.',
  params: { bot_id: inPath(z.int().nonnegative(), 'The bot; you must administer it.') },
  returns: {
    payloads: field(
      z.array(
        z.strictObject({
          id: field(z.int(), 'Id of the request.'),
          received_at: field(z.int(), 'Time, in UNIX seconds.'),
          integration: field(z.string(), 'Name of the integration.'),
          posts: field(z.int(), 'Number of messages that were posted.'),
          problem: field(
            z.string(),
            'What was wrong, as Markdown; empty if nothing was. With neither a problem nor messages, the address leaves the event out.',
          ),
          is_kept: field(z.boolean(), 'Whether its payload can be fetched: it was JSON of at most 64 KiB.'),
        }),
      ),
      'The requests, newest first.',
    ),
  },
  errors: [{ code: 'BAD_REQUEST', when: 'The bot does not exist, or the caller may not change it.' }],
  example: {
    request: { bot_id: 36 },
    response: {
      payloads: [
        { id: 7, received_at: 1_767_182_400, integration: 'github', posts: 1, problem: '', is_kept: true },
      ],
    },
  },
})
