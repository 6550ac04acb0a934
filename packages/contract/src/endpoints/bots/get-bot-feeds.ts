import * as z from 'zod'
import { endpoint, field, inPath } from '../../define.ts'
import { feed } from '../../objects/feed.ts'

export const getBotFeeds = endpoint({
  id: 'get-bot-feeds',
  method: 'GET',
  path: '/bots/{bot_id}/feeds',
  role: 'guest',
  scope: 'people:read',
  bots: false,
  summary: 'List the feeds of a bot.',
  doc: 'An endpoint of Tagma; Zulip has none for this.',
  params: { bot_id: inPath(z.int().nonnegative(), 'The bot; you must administer it.') },
  returns: { feeds: field(z.array(feed), 'The feeds, oldest first.') },
  errors: [{ code: 'BAD_REQUEST', when: 'The bot does not exist, or the caller may not change it.' }],
  example: { request: { bot_id: 36 }, response: { feeds: [] } },
})
