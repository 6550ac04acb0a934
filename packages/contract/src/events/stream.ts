import * as z from 'zod'
import { event, field } from '../define.ts'
import { unsubscribedChannel } from '../objects/channel.ts'

export const streamCreateEvent = event({
  type: 'stream',
  op: 'create',
  doc: 'Channels came into being, or the user may know of them from now on.',
  fields: { streams: field(z.array(unsubscribedChannel), 'The channels.') },
  example: { type: 'stream', op: 'create', streams: [{ stream_id: 5, name: 'design' }], id: 65536 },
})
