import * as z from 'zod'
import { endpoint, field, inPath } from '../../define.ts'

export const getBotPayload = endpoint({
  id: 'get-bot-payload',
  method: 'GET',
  path: '/bots/{bot_id}/payloads/{payload_id}',
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Fetch what a service sent to your bot.',
  doc: 'For trying a [template](preview-bot-template) on it. An endpoint of Tagma; Zulip has none for this.',
  params: {
    bot_id: inPath(
      z.int().nonnegative(),
      'A bot of yours: administrators cannot read the payloads of others’ bots.',
    ),
    payload_id: inPath(z.int().nonnegative(), 'Id of the request.'),
  },
  returns: { payload: field(z.unknown(), 'The payload.') },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The bot does not exist or belongs to somebody else, or the payload is not kept or older than a day.',
    },
  ],
  example: {
    request: { bot_id: 36, payload_id: 7 },
    response: { payload: { number: 7, status: 'failed' } },
  },
})
