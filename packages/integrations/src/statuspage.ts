import * as z from 'zod'
import { integration } from './integration.ts'

export const statuspage = integration({
  name: 'statuspage',
  label: 'Statuspage',
  group: 'monitoring',
  setup: 'On the status page, choose **Subscribe to updates → Webhook** and paste the address.',
  events: ['incident', 'component'],
  payload: z.looseObject({
    incident: z
      .looseObject({
        name: z.string(),
        status: z.string(),
        shortlink: z.string().optional(),
        incident_updates: z.array(z.looseObject({ body: z.string().nullish() })).default([]),
      })
      .optional(),
    component: z.looseObject({ name: z.string() }).optional(),
    component_update: z.looseObject({ old_status: z.string(), new_status: z.string() }).optional(),
  }),
  read({ payload: { incident, component, component_update: change } }) {
    if (incident) {
      const { name, status, incident_updates: updates, shortlink } = incident
      const title = shortlink ? `[${name}](${shortlink})` : `**${name}**`
      return {
        event: 'incident',
        topic: name,
        content: `${title}\n* State: **${status}**\n* Description: ${updates[0]?.body ?? ''}`,
      }
    }
    if (!component || !change) return []
    return {
      event: 'component',
      topic: component.name,
      content: `**${component.name}** has changed status from **${change.old_status}** to **${change.new_status}**.`,
    }
  },
})
