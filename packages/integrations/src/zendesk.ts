import * as z from 'zod'
import { integration } from './integration.ts'

export const zendesk = integration({
  name: 'zendesk',
  label: 'Zendesk',
  group: 'support',
  setup:
    'In **Admin Center → Apps and integrations → Webhooks**, make one with the address, the method POST and the format **Form encoded**, and a trigger that sends `ticket_title` and `ticket_id` (`{{ticket.title}}`, `{{ticket.id}}`) and `message`, a text of your own.',
  events: null,
  takesForms: true,
  payload: z.looseObject({
    ticket_title: z.string(),
    ticket_id: z.union([z.string(), z.number().transform(String)]),
    message: z.string(),
  }),
  read: ({ payload: { ticket_title, ticket_id, message } }) => ({
    topic: `#${ticket_id}: ${ticket_title}`,
    content: message,
  }),
})
