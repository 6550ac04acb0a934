import { event } from '../define.ts'

export const heartbeatEvent = event({
  type: 'heartbeat',
  doc: 'Sent after a while without other events. It shows clients and proxies that the connection works.',
  fields: {},
  example: { type: 'heartbeat', id: 0 },
})
