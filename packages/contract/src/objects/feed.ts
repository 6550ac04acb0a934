import * as z from 'zod'
import { field } from '../define.ts'

/** A feed that a bot posts. */
export const feed = z.strictObject({
  id: field(z.int(), 'Id of the feed.'),
  url: field(z.string(), 'Its address.'),
  stream_id: field(z.int(), 'Id of the channel.'),
  topic: field(z.string(), 'The topic. Empty: the title of the feed.'),
  problem: field(z.string(), 'The reason why it could not be read last time; empty if it could.'),
})
export type FeedObject = z.output<typeof feed>
