import * as z from 'zod'
import { event, field } from '../define.ts'

export const defaultStreamsEvent = event({
  type: 'default_streams',
  doc: 'The channels that new users are subscribed to changed. Guests do not get this event.',
  fields: { default_streams: field(z.array(z.int()), 'Ids of all default channels.') },
  changes: [{ level: 330, text: 'Ids rather than channel objects.' }],
  example: { type: 'default_streams', default_streams: [5, 8], id: 65536 },
})
