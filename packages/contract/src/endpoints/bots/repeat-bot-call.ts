import * as z from 'zod'
import { endpoint, inPath } from '../../define.ts'

export const repeatBotCall = endpoint({
  id: 'repeat-bot-call',
  method: 'POST',
  path: '/bots/{bot_id}/calls/{call_id}/repeat',
  role: 'guest',
  scope: 'people:write',
  bots: false,
  summary: 'Try a failed call again.',
  doc: 'The call leaves the list of [failed calls](get-bot-calls), and comes back if it fails again. The message goes out as it is now. An endpoint of Tagma; Zulip has none for this.',
  params: {
    bot_id: inPath(z.int().nonnegative(), 'The bot; you must administer it.'),
    call_id: inPath(z.int().nonnegative(), 'Id of the call.'),
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The bot does not exist, is deactivated or the caller may not change it, or there is no such failed call.',
    },
  ],
  example: { request: { bot_id: 36, call_id: 5 }, response: {} },
})
