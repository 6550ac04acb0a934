import { addBotFeed } from '@tagma/contract/endpoints/bots/add-bot-feed.ts'
import { handle } from '#call/call.ts'
import { addFeed } from '../feeds.ts'
import { findBot } from '../find-bot.ts'

export const addBotFeedHandler = handle(
  addBotFeed,
  async ({ caller, directory, transact }, { bot_id, url, stream_id, topic }) => {
    const who = { caller, bot: findBot(directory, caller, bot_id) }
    return { id: await transact((tx) => addFeed(tx, directory, who, { url, channelId: stream_id, topic })) }
  },
)
