import * as z from 'zod'
import { integration } from './integration.ts'
import { noteOf } from './note-of.ts'

export const ifttt = integration({
  name: 'ifttt',
  label: 'IFTTT',
  group: 'general',
  setup:
    'Add the action **Webhooks → Make a web request**, paste the address, choose POST and JSON, and write a body with `topic` and `content`.',
  events: null,
  payload: z.looseObject({ topic: z.unknown().optional(), content: z.unknown().optional() }),
  read: ({ payload: { topic, content }, hasTopic, query }) => noteOf(hasTopic ? query.topic : topic, content),
})
