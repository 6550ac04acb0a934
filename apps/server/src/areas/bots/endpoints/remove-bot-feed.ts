import { removeBotFeed } from '@tagma/contract/endpoints/bots/remove-bot-feed.ts'
import { handle } from '#call/call.ts'
import { removeFeed } from '../feeds.ts'
import { findBot } from '../find-bot.ts'

export const removeBotFeedHandler = handle(
  removeBotFeed,
  async ({ caller, directory, transact }, { bot_id, feed_id }) => {
    const bot = findBot(directory, caller, bot_id)
    await transact((tx) => removeFeed(tx, bot, feed_id))
    return {}
  },
)
