import { getBotPayload } from '@tagma/contract/endpoints/bots/get-bot-payload.ts'
import { handle } from '#call/call.ts'
import { readPayloadOf } from '../deliveries.ts'
import { findBot } from '../find-bot.ts'

export const getBotPayloadHandler = handle(
  getBotPayload,
  async ({ caller, directory, db, now }, { bot_id, payload_id }) => {
    const bot = findBot(directory, caller, bot_id)
    return { payload: await readPayloadOf(db, { caller, bot, now }, payload_id) }
  },
)
