import * as z from 'zod'
import { event, field } from '../define.ts'
import { botCommand } from '../objects/bot-command.ts'

export const tagmaCommandsEvent = event({
  type: 'tagma_commands',
  doc: 'The commands of a bot changed. Only for clients with the capability `tagma_commands`. An event of Tagma.',
  fields: {
    user_id: field(z.int(), 'Id of the bot.'),
    commands: field(z.array(botCommand), 'All its commands now, by name.'),
  },
  example: {
    type: 'tagma_commands',
    user_id: 36,
    commands: [
      { name: 'deploy', summary: 'Deploys a branch', usage: '<branch>', options: [], in: ['channels'] },
    ],
    id: 65536,
  },
})
