import * as z from 'zod'
import { event, field } from '../define.ts'

export const restartEvent = event({
  type: 'restart',
  doc: 'The server was upgraded and runs again. The queue goes on. Clients compare the version with the one that they know, and decide whether to register again. Clients that do so wait a random time of some minutes, so that not all come at once. Clients of a queue from another feature level do not get this event: their queue is gone.',
  fields: {
    zulip_version: field(z.string(), 'The version of the API that the feature level belongs to.'),
    zulip_merge_base: field(z.string(), 'The same as `zulip_version`.', { since: 88 }),
    zulip_feature_level: field(z.int(), 'Feature level of the API.', { since: 59 }),
    server_generation: field(z.int(), 'The time when the server started, in UNIX seconds.'),
  },
  changes: [{ level: 240, text: 'Removed the field `immediate`.' }],
  example: {
    type: 'restart',
    zulip_version: '13.0-dev',
    zulip_merge_base: '13.0-dev',
    zulip_feature_level: 507,
    server_generation: 1763800000,
    id: 65536,
  },
})
