import * as z from 'zod'
import { endpoint, inPath } from '../../define.ts'

export const deleteBotTemplate = endpoint({
  id: 'delete-bot-template',
  method: 'DELETE',
  path: '/bots/{bot_id}/templates/{name}',
  role: 'guest',
  scope: 'people:write',
  bots: false,
  summary: 'Delete a template of a bot.',
  doc: 'What comes to its address is refused from then on. An endpoint of Tagma; Zulip has none for this.',
  params: {
    bot_id: inPath(z.int().nonnegative(), 'The bot; you must administer it.'),
    name: inPath(z.string(), 'Name of the template.'),
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The bot or the template does not exist, or the caller may not change the bot.',
    },
  ],
  example: { request: { bot_id: 36, name: 'build' }, response: {} },
})
