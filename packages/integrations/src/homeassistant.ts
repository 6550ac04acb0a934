import * as z from 'zod'
import { integration } from './integration.ts'

export const homeAssistant = integration({
  name: 'homeassistant',
  label: 'Home Assistant',
  group: 'general',
  setup:
    'Add a `notify` with the platform `rest`: `resource` is the address, `method` is `POST_JSON`, `message_param_name` is `message`.',
  events: null,
  payload: z.looseObject({ message: z.string(), topic: z.string().optional() }),
  read: ({ payload: { message, topic } }) => ({ topic: topic ?? 'homeassistant', content: message }),
})
