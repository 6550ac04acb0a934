import * as z from 'zod'
import { integration, resolveTopics } from './integration.ts'

export const uptimeKuma = integration({
  name: 'uptimekuma',
  label: 'Uptime Kuma',
  group: 'monitoring',
  setup:
    'In Uptime Kuma, open **Settings → Notifications → Setup notification**, choose **Webhook**, paste the address as **Post URL** and keep **Preset - application/json**. The key may stand in **Additional Headers** instead: `{"Authorization": "Bearer …"}`.',
  events: ['up', 'down', 'pending', 'maintenance'],
  options: { resolve_topics: resolveTopics },
  payloadField: 'data',
  payload: z.looseObject({
    msg: z.string().default(''),
    monitor: z
      .looseObject({ name: z.string(), url: z.string().nullish(), hostname: z.string().nullish() })
      .nullish(),
    heartbeat: z.looseObject({ status: z.int(), msg: z.string().nullish() }).nullish(),
  }),
  read({ payload }) {
    const { msg, monitor, heartbeat } = payload
    if (!monitor || !heartbeat) return { event: 'up', topic: 'Uptime Kuma', content: msg }
    const url = monitor.url && monitor.url !== 'https://' ? monitor.url : monitor.hostname
    const place = `${monitor.name}${url ? ` (${url})` : ''}`
    const state = states[heartbeat.status] ?? states[2]
    const why = heartbeat.msg ? ` (${heartbeat.msg})` : ''
    const alerts = { up: [{ id: place, isOpen: false }], down: [{ id: place, isOpen: true }] }[state[0]] ?? []
    return { event: state[0], alerts, topic: monitor.name, content: `${place} is ${state[1]}${why}.` }
  },
})

const states: {
  readonly [status: number]: readonly [event: string, words: string]
  readonly 2: readonly [string, string]
} = {
  0: ['down', 'DOWN'],
  1: ['up', 'back UP'],
  2: ['pending', 'PENDING'],
  3: ['maintenance', 'under MAINTENANCE'],
}
