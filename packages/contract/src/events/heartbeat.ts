import { event } from '../define.ts'

export const heartbeatEvent = event({
  type: 'heartbeat',
  doc: 'Sent when nothing else has happened for a while, so that clients and proxies see that the connection lives.',
  fields: {},
  example: { type: 'heartbeat', id: 0 },
})
