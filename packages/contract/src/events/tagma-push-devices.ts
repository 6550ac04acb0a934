import { event } from '../define.ts'

export const tagmaPushDevicesEvent = event({
  type: 'tagma_push_devices',
  doc: 'The list of browsers and phones that get your notifications has changed, or one of them was reached again or failed: [fetch the list](get-push-devices) again. For phones that encrypt, [`device`](event-device-update) events come, too. An event of Tagma.',
  fields: {},
  example: { type: 'tagma_push_devices', id: 65536 },
})
