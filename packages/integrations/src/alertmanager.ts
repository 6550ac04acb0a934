import * as z from 'zod'
import { integration, option, type Post, resolveTopics } from './integration.ts'

const texts = z.record(z.string(), z.string()).default({})
const alert = z.looseObject({
  status: z.enum(['firing', 'resolved']),
  labels: texts,
  annotations: texts,
  generatorURL: z.string().default(''),
  fingerprint: z.string().optional(),
})
type Alert = z.output<typeof alert>

/** Shows the graph, not the table, where a link opens Prometheus. */
const sourceOf = ({ generatorURL }: Alert) => generatorURL.replace('tab=1', 'tab=0')

/** Value of a label or an annotation. */
const valueOf = ({ labels, annotations }: Alert, name: string): string | undefined =>
  annotations[name] ?? labels[name]

function describe(found: Alert, name: string): string {
  const source = sourceOf(found)
  return `${valueOf(found, name) ?? `<missing field: ${name}>`}${source === '' ? '' : ` ([source](${source}))`}`
}

export const alertmanager = integration({
  name: 'alertmanager',
  label: 'Prometheus Alertmanager',
  group: 'monitoring',
  setup:
    'In `alertmanager.yml`, add a receiver with `webhook_configs` whose `url` is the address. The key may stand in `http_config: authorization: credentials:` instead of the address.',
  events: ['firing', 'resolved'],
  options: {
    name: option.text('Label or annotation for the topic', 'instance'),
    desc: option.text('Label or annotation for the text', 'alertname'),
    resolve_topics: resolveTopics,
  },
  payload: z.looseObject({ alerts: z.array(alert) }),
  read({ payload, options }) {
    const groups = Map.groupBy(payload.alerts, (found) =>
      JSON.stringify([valueOf(found, options.name) ?? '(unknown)', found.status]),
    )
    return [...groups.values()].map((alerts): Post => {
      const [first] = alerts
      const isFiring = first?.status === 'firing'
      const title = isFiring ? ':alert: **FIRING**' : ':squared_ok: **Resolved**'
      const lines = alerts.map((found) => describe(found, options.desc))
      return {
        event: isFiring ? 'firing' : 'resolved',
        alerts: alerts.map(({ fingerprint, labels }) => ({
          id: fingerprint ?? JSON.stringify(labels),
          isOpen: isFiring,
        })),
        topic: (first && valueOf(first, options.name)) || '(unknown)',
        content:
          lines.length === 1
            ? `${title} ${lines.join('')}`
            : `${title}\n${lines.map((line) => `* ${line}`).join('\n')}`,
      }
    })
  },
})
