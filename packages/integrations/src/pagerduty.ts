import * as z from 'zod'
import { fit, integration, type Post, resolveTopics, unsupported } from './integration.ts'
import { fenced } from './quote.ts'
import { pagerDutySignature } from './signature.ts'

const reference = z.looseObject({ summary: z.string().nullish(), html_url: z.string().nullish() })

const v3 = z.looseObject({
  event: z.looseObject({
    id: z.string(),
    event_type: z.string(),
    agent: reference.nullish(),
    data: z.looseObject({
      number: z.int().optional(),
      title: z.string().default(''),
      html_url: z.string().nullish(),
      service: reference.nullish(),
      assignees: z.array(reference).nullish(),
    }),
  }),
})

const incident = z.looseObject({
  id: z.string(),
  incident_number: z.int(),
  html_url: z.string(),
  title: z.string().nullish(),
  service: z.looseObject({ name: z.string(), html_url: z.string() }),
  assigned_to_user: z.looseObject({ name: z.string(), html_url: z.string() }).nullish(),
  assignments: z.array(z.looseObject({ assignee: reference })).nullish(),
  resolved_by_user: z.looseObject({ name: z.string(), html_url: z.string() }).nullish(),
  trigger_summary_data: z
    .looseObject({
      description: z.string().nullish(),
      subject: z.string().nullish(),
      client: z.string().nullish(),
    })
    .nullish(),
})
/** Versions 1 and 2: a list of messages. */
const old = z.looseObject({
  messages: z.array(
    z.looseObject({
      id: z.string().optional(),
      type: z.string().optional(),
      event: z.string().optional(),
      incident: incident.optional(),
      data: z.looseObject({ incident }).optional(),
      log_entries: z.array(z.looseObject({ agent: reference.nullish() })).nullish(),
    }),
  ),
})

const verbs: Readonly<Record<string, string>> = {
  trigger: 'triggered',
  triggered: 'triggered',
  acknowledge: 'acknowledged',
  acknowledged: 'acknowledged',
  unacknowledge: 'unacknowledged',
  unacknowledged: 'unacknowledged',
  resolve: 'resolved',
  resolved: 'resolved',
  assign: 'reassigned',
  reassigned: 'reassigned',
  escalate: 'escalated',
  escalated: 'escalated',
  delegated: 'delegated',
  priority_updated: 'priority updated',
  reopened: 'reopened',
}

/** An incident in the form that all versions share. */
interface Incident {
  readonly link: string
  readonly topic: string
  readonly service: string
  readonly assignees: readonly string[]
  readonly agent: string | undefined
  readonly text: string
}

const linked = ({ summary, html_url }: z.output<typeof reference>) =>
  html_url ? `[${summary ?? ''}](${html_url})` : (summary ?? '')

function incidentPost(type: string, about: Incident): Post {
  const verb = verbs[type]
  if (verb === undefined) return unsupported(type)
  const { link, topic, service, assignees, agent, text } = about
  const by = agent === undefined ? '' : ` by ${agent}`
  const to = assignees.length > 0 ? assignees.join(', ') : 'nobody'
  const sentences: Readonly<Record<string, string>> = {
    triggered: `Incident ${link} triggered by ${service} (assigned to ${to}).`,
    resolved: `Incident ${link} resolved${by}.`,
    reassigned: `Incident ${link} reassigned${by} to ${to}.`,
  }
  const content = sentences[verb] ?? `Incident ${link} ${verb}${by}.`
  return {
    event: `incident.${verb.replace(' ', '_')}`,
    ...(['triggered', 'reopened', 'resolved'].includes(verb)
      ? { alerts: [{ id: link, isOpen: verb !== 'resolved' }] }
      : {}),
    topic,
    content: text === '' ? content : `${content}\n\n${fenced(' quote', text)}`,
  }
}

function ofV3({ event }: z.output<typeof v3>): Post | [] {
  const { event_type, agent, data } = event
  if (event_type === 'pagey.ping')
    return { event: 'ping', topic: 'PagerDuty', content: 'PagerDuty reaches this address.' }
  const [kind, type = ''] = event_type.split('.')
  if (kind !== 'incident' || data.number === undefined) return unsupported(event_type)
  return incidentPost(type, {
    link: `[${data.title}](${data.html_url ?? ''})`,
    topic: `Incident ${data.title} (#${data.number})`,
    service: data.service ? linked(data.service) : 'a service',
    assignees: (data.assignees ?? []).map(linked),
    agent: agent ? linked(agent) : undefined,
    text: '',
  })
}

function ofOld(message: z.output<typeof old>['messages'][number]): Post | [] {
  const found = message.incident ?? message.data?.incident
  const event = message.event ?? message.type ?? ''
  if (!found) return unsupported(event)
  const {
    incident_number,
    html_url,
    service,
    assigned_to_user,
    assignments,
    resolved_by_user,
    trigger_summary_data: data,
  } = found
  const person = ({ name, html_url: url }: { readonly name: string; readonly html_url: string }) =>
    `[${name}](${url})`
  const agent = message.log_entries?.[0]?.agent
  const type = event.replace(/^incident\./, '')
  return incidentPost(type, {
    link: `[${incident_number}](${html_url})`,
    topic: `Incident ${incident_number}`,
    service: `[${service.name}](${service.html_url})`,
    assignees: assigned_to_user
      ? [person(assigned_to_user)]
      : (assignments ?? []).map(({ assignee }) => linked(assignee)),
    agent:
      resolved_by_user && type.startsWith('resolve')
        ? person(resolved_by_user)
        : agent
          ? linked(agent)
          : undefined,
    text: found.title ?? data?.description ?? data?.subject ?? data?.client ?? '',
  })
}

export const pagerDuty = integration({
  name: 'pagerduty',
  label: 'PagerDuty',
  group: 'monitoring',
  setup:
    'In PagerDuty, open **Integrations → Generic Webhooks (v3) → New Webhook** and paste the address as **Webhook URL**. Add the secret that PagerDuty shows to the address as `webhook_secret`.',
  events: ['ping', ...[...new Set(Object.values(verbs))].map((verb) => `incident.${verb.replace(' ', '_')}`)],
  options: { resolve_topics: resolveTopics },
  signature: pagerDutySignature,
  deliveryId: ({ payload }) => v3.safeParse(payload).data?.event.id,
  payload: z.union([v3, old]),
  read({ payload }) {
    const modern = v3.safeParse(payload)
    if (modern.success) return ofV3(modern.data)
    return fit(old, payload).messages.flatMap(ofOld)
  },
})
