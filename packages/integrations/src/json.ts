import * as z from 'zod'
import { integration } from './integration.ts'
import { jsonBlock } from './quote.ts'

export const json = integration({
  name: 'json',
  label: 'JSON',
  group: 'general',
  setup:
    'Send any JSON by POST to the address. It is shown as it came: good for finding out what a service sends. A [template](templates) makes a message of it.',
  events: null,
  payload: z.unknown(),
  read: ({ payload }) => ({ topic: 'JSON', content: jsonBlock(payload) }),
})
