import * as z from 'zod'
import { endpoint, field, inPath } from '../../define.ts'
import { botCommand } from '../../objects/bot-command.ts'

export const getBotCommands = endpoint({
  id: 'get-bot-commands',
  method: 'GET',
  path: '/bots/{bot_id}/commands',
  role: 'guest',
  scope: 'people:read',
  summary: 'List the commands of a bot.',
  doc: 'Everybody may: a command is what a bot offers. An endpoint of Tagma; Zulip has none for this.',
  params: { bot_id: inPath(z.int().nonnegative(), 'The bot.') },
  returns: { commands: field(z.array(botCommand), 'Its commands, by name.') },
  errors: [{ code: 'BAD_REQUEST', when: 'The bot does not exist.' }],
  example: { request: { bot_id: 36 }, response: { commands: [] } },
})
