import * as z from 'zod'
import { duration } from './duration.ts'
import { integration, resolveTopics } from './integration.ts'

export const uptimeRobot = integration({
  name: 'uptimerobot',
  label: 'UptimeRobot',
  group: 'monitoring',
  setup:
    'In UptimeRobot, open **Integrations**, choose **Webhook**, paste the address as **URL to notify** and tick **Send as JSON** with the default payload. Choose it in the monitors that should tell.',
  events: ['up', 'down'],
  options: { resolve_topics: resolveTopics },
  takesForms: true,
  payload: z.looseObject({
    monitor_friendly_name: z.string(),
    monitor_url: z.string(),
    alert_type_friendly_name: z.enum(['Up', 'Down']),
    alert_details: z.string().default(''),
    alert_friendly_duration: z.string().optional(),
    alert_duration: z.coerce.number().nonnegative().optional().catch(undefined),
  }),
  read({ payload }) {
    const { monitor_friendly_name: name, monitor_url: url, alert_details: details } = payload
    const place = `${name} (${url})`
    if (payload.alert_type_friendly_name === 'Down')
      return {
        event: 'down',
        alerts: [{ id: url, isOpen: true }],
        topic: name,
        content: `${place} is DOWN (${details}).`,
      }
    const { alert_friendly_duration: words, alert_duration: seconds } = payload
    const lasted = words ?? (seconds === undefined ? undefined : duration(seconds))
    const since = lasted === undefined ? '' : `\nIt was down for ${lasted}.`
    const alerts = [{ id: url, isOpen: false }]
    return { event: 'up', alerts, topic: name, content: `${place} is back UP (${details}).${since}` }
  },
})
