import { getBotCommands } from '@tagma/contract/endpoints/bots/get-bot-commands.ts'
import { handle } from '#call/call.ts'
import { listCommands } from '../set-commands.ts'

export const getBotCommandsHandler = handle(getBotCommands, async ({ directory, services }, { bot_id }) => ({
  commands: await listCommands(services.data.db, directory, bot_id),
}))
