import { event } from '../define.ts'

export const tagmaPushDevicesEvent = event({
  type: 'tagma_push_devices',
  doc: 'A browser or phone that gets your notifications was added, removed, reached or failed: [fetch the list](get-push-devices) again. Phones that encrypt have [`device`](event-device-update) events besides. An event of Tagma.',
  fields: {},
  example: { type: 'tagma_push_devices', id: 65536 },
})
