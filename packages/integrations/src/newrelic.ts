import * as z from 'zod'
import { integration, unsupported } from './integration.ts'
import { fenced } from './quote.ts'

const texts = z.union([z.string(), z.array(z.string())]).transform((given) => [given].flat())

export const newRelic = integration({
  name: 'newrelic',
  label: 'New Relic',
  group: 'monitoring',
  setup:
    'In New Relic, open **Alerts → Destinations → Webhook**, paste the address as **Endpoint URL**, and keep the default payload of a workflow.',
  events: ['created', 'activated', 'acknowledged', 'closed'],
  deliveryId: ({ payload }) => {
    const known = z
      .looseObject({ id: z.string(), state: z.string(), updatedAt: z.union([z.string(), z.number()]) })
      .safeParse(payload).data
    return known && `${known.id} ${known.state} ${known.updatedAt}`
  },
  payload: z.looseObject({
    id: z.string(),
    issueUrl: z.string(),
    title: z.string(),
    priority: z.string().default(''),
    state: z.string(),
    impactedEntities: texts.default([]),
    totalIncidents: z.coerce.number().catch(0),
    trigger: z.string().default(''),
    createdAt: z.coerce.number().optional().catch(undefined),
    updatedAt: z.coerce.number().optional().catch(undefined),
    alertPolicyNames: texts.default([]),
    alertConditionNames: texts.default([]),
    owner: z.string().default('N/A'),
  }),
  read({ payload }) {
    const { issueUrl, title, priority, state, totalIncidents, owner, updatedAt, createdAt } = payload
    const event = state.toLowerCase()
    const icon = {
      created: ':alert:',
      activated: ':alert:',
      acknowledged: ':working_on_it:',
      closed: ':check:',
    }[event]
    if (icon === undefined) return unsupported(state)
    const facts = [
      `**Priority**: ${priority}`,
      `**State**: ${state}`,
      ...(updatedAt === undefined ? [] : [`**Updated at**: <time:${Math.floor(updatedAt / 1000)}>`]),
      ...(owner === 'N/A' || owner === '' ? [] : [`**Acknowledged by**: ${owner}`]),
    ]
    const list = (label: string, found: readonly string[]) =>
      found.length === 0 ? [] : [`- **${label}**: ${found.join(', ')}`]
    const details = [
      ...list('Alert policies', payload.alertPolicyNames),
      ...list('Conditions', payload.alertConditionNames),
      `- **Total incidents**: ${totalIncidents}`,
      ...(createdAt === undefined
        ? []
        : [`- **Incident created at**: <time:${Math.floor(createdAt / 1000)}>`]),
      ...list('Impacted entities', payload.impactedEntities),
    ]
    return {
      event,
      topic: title,
      content: `${icon} **[${title}](${issueUrl})**\n\n${fenced('quote', facts.join('\n'))}\n\n${details.join('\n')}`,
    }
  },
})
