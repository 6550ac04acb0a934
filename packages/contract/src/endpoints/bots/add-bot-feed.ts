import * as z from 'zod'
import { endpoint, field, inPath, json, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { textUpTo } from '../../primitives.ts'

export const addBotFeed = endpoint({
  id: 'add-bot-feed',
  method: 'POST',
  path: '/bots/{bot_id}/feeds',
  role: 'guest',
  scope: 'people:write',
  bots: false,
  summary: 'Let a bot post a feed.',
  doc: `The bot posts each new entry of an RSS or Atom feed: title, link and the beginning of its text. The server looks every 15 minutes; the first look posts nothing. If a feed cannot be read for a day, the bot’s owner is told. A bot has at most ${limits.maxFeedsPerBot} feeds. An endpoint of Tagma; Zulip has none for this.`,
  params: {
    bot_id: inPath(z.int().nonnegative(), 'The bot; you must administer it.'),
    url: text(
      textUpTo(2000),
      'Address of the feed. Addresses in private networks need `TAGMA_OUTGOING_ALLOW`.',
    ),
    stream_id: json(z.int().nonnegative(), 'The channel; the bot must be able to read it.'),
    topic: text(textUpTo(limits.maxTopicLength).default(''), 'The topic. Empty: the title of the feed.'),
  },
  returns: { id: field(z.int(), 'Id of the feed.') },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The bot does not exist or the caller may not change it, the address does not begin with `http://` or `https://`, the channel does not exist, or the bot has the feed already or too many.',
    },
  ],
  example: {
    request: { bot_id: 36, url: 'https://example.com/feed.xml', stream_id: 3 },
    response: { id: 1 },
  },
})
