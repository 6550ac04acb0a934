import { getBotFeeds } from '@tagma/contract/endpoints/bots/get-bot-feeds.ts'
import { handle } from '#call/call.ts'
import { listFeeds } from '../feeds.ts'
import { findBot } from '../find-bot.ts'

export const getBotFeedsHandler = handle(getBotFeeds, async ({ caller, directory, db }, { bot_id }) => ({
  feeds: await listFeeds(db, findBot(directory, caller, bot_id)),
}))
