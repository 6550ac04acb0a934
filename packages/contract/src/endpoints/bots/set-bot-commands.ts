import * as z from 'zod'
import { endpoint, field, inPath, json } from '../../define.ts'
import { limits } from '../../limits.ts'
import { botCommand, newBotCommand } from '../../objects/bot-command.ts'

export const setBotCommands = endpoint({
  id: 'set-bot-commands',
  method: 'PUT',
  path: '/bots/{bot_id}/commands',
  role: 'guest',
  scope: 'settings',
  summary: 'Set the commands of a bot.',
  doc: `Replaces all commands of a bot; an empty list removes them. A message by a person that begins with \`/\` and the name of a command is sent as any other, and the bot is told of it: by an event \`tagma_command\`, or by a call of its webhook with the trigger \`command\`. The bot must be able to read the conversation. A bot has at most ${limits.maxCommandsPerBot} commands, and loses them when it is deactivated. An endpoint of Tagma; Zulip has none for this.`,
  params: {
    bot_id: inPath(z.int().nonnegative(), 'The bot: yourself, or one that you administer.'),
    commands: json(z.array(newBotCommand).max(limits.maxCommandsPerBot), 'The commands.'),
  },
  returns: { commands: field(z.array(botCommand), 'All its commands, by name.') },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The bot does not exist or is an incoming webhook, the caller may not change it, a command is not valid, or another bot has one of the names.',
    },
  ],
  example: {
    request: {
      bot_id: 36,
      commands: [
        {
          name: 'deploy',
          summary: 'Deploys a branch',
          usage: '<branch>',
          options: [{ name: 'branch', type: 'text', required: true }],
        },
      ],
    },
    response: {
      commands: [
        {
          name: 'deploy',
          summary: 'Deploys a branch',
          usage: '<branch>',
          options: [{ name: 'branch', type: 'text', required: true }],
          in: ['channels', 'direct'],
        },
      ],
    },
  },
})
