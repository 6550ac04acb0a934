import * as z from 'zod'
import { endpoint, inPath } from '../../define.ts'

export const removeBotFeed = endpoint({
  id: 'remove-bot-feed',
  method: 'DELETE',
  path: '/bots/{bot_id}/feeds/{feed_id}',
  role: 'guest',
  scope: 'people:write',
  bots: false,
  summary: 'Stop posting a feed.',
  doc: 'An endpoint of Tagma; Zulip has none for this.',
  params: {
    bot_id: inPath(z.int().nonnegative(), 'The bot; you must administer it.'),
    feed_id: inPath(z.int().nonnegative(), 'The feed.'),
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The bot or the feed does not exist, or the caller may not change the bot.',
    },
  ],
  example: { request: { bot_id: 36, feed_id: 1 }, response: {} },
})
