import * as z from 'zod'
import { integration } from './integration.ts'
import { quote } from './quote.ts'

const word = z.union([z.string(), z.number().transform(String)])
const ticket = z.looseObject({
  ticket_id: word,
  ticket_subject: z.string(),
  ticket_type: z.string().nullish(),
  ticket_status: z.string().default(''),
  ticket_priority: z.string().default(''),
  ticket_url: z.string(),
  ticket_description: z.string().nullish(),
  requester_name: z.string().default('Somebody'),
  requester_email: z.string().default(''),
  triggered_event: z.string().default(''),
})

const notes = { public: 'public', private: 'private' } as const

export const freshdesk = integration({
  name: 'freshdesk',
  label: 'Freshdesk',
  group: 'support',
  setup:
    'In **Admin → Automations**, add a rule with the action **Trigger Webhook**, POST to the address with JSON, and tick all fields of the ticket and the requester.',
  events: ['ticket_creation', 'note', 'update'],
  payload: z.looseObject({ freshdesk_webhook: ticket }),
  read({ payload: { freshdesk_webhook: about } }) {
    const { ticket_id: id, ticket_subject: subject, ticket_url: url, triggered_event: trigger } = about
    const who =
      about.requester_email === ''
        ? about.requester_name
        : `${about.requester_name} <${about.requester_email}>`
    const link = `[ticket #${id}](${url})`
    const topic = `#${id}: ${subject}`
    const note = /note_type:(?:\d+ to )?(public|private)?/.exec(trigger)
    if (note) {
      const kind = notes[(note[1] ?? 'public') as keyof typeof notes]
      return { event: 'note', topic, content: `${who} added a ${kind} note to ${link}.` }
    }
    const changes = [...trigger.matchAll(/(status|priority):from:([^,}]+),?\s*to:([^,}]+)/g)]
    if (trigger.includes('ticket_action:created') || changes.length === 0) {
      const facts = [
        ...(about.ticket_type ? [`* **Type**: ${about.ticket_type}`] : []),
        `* **Priority**: ${about.ticket_priority}`,
        `* **Status**: ${about.ticket_status}`,
      ]
      const text = about.ticket_description
        ? `:\n\n${quote(about.ticket_description.replaceAll(/<[^>]*>/g, '').trim())}`
        : '.'
      return {
        event: 'ticket_creation',
        topic,
        content: `${who} created ${link}${text}\n\n${facts.join('\n')}`,
      }
    }
    return {
      event: 'update',
      topic,
      content: `${who} updated ${link}:\n\n* **Priority**: ${about.ticket_priority}\n* **Status**: ${about.ticket_status}`,
    }
  },
})
