import { getBotCalls } from '@tagma/contract/endpoints/bots/get-bot-calls.ts'
import { handle } from '#call/call.ts'
import { listCalls } from '../deliveries.ts'
import { findBot } from '../find-bot.ts'

export const getBotCallsHandler = handle(getBotCalls, async ({ caller, directory, db, now }, { bot_id }) =>
  listCalls(db, findBot(directory, caller, bot_id), now),
)
