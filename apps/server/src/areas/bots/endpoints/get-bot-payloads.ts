import { getBotPayloads } from '@tagma/contract/endpoints/bots/get-bot-payloads.ts'
import { handle } from '#call/call.ts'
import { listPayloads } from '../deliveries.ts'
import { findBot } from '../find-bot.ts'

export const getBotPayloadsHandler = handle(
  getBotPayloads,
  async ({ caller, directory, db, now }, { bot_id }) => ({
    payloads: await listPayloads(db, findBot(directory, caller, bot_id), now),
  }),
)
