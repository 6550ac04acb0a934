import * as z from 'zod'
import { integration } from './integration.ts'
import { noteOf } from './note-of.ts'

export const zapier = integration({
  name: 'zapier',
  label: 'Zapier',
  group: 'general',
  setup:
    'Add the action **Webhooks by Zapier → POST**, paste the address, choose **json**, and set `topic` and `content`.',
  events: null,
  takesForms: true,
  payload: z.looseObject({
    type: z.unknown().optional(),
    topic: z.unknown().optional(),
    subject: z.unknown().optional(),
    content: z.unknown().optional(),
  }),
  read({ payload: { type, topic, subject, content } }) {
    if (type === 'auth') return { answer: 'caller' }
    return noteOf(topic ?? subject, content)
  },
})
