import * as z from 'zod'
import { integration, unsupported } from './integration.ts'

const overview = z.record(
  z.string(),
  z.looseObject({
    scan_status: z.string().optional(),
    severity: z.string().optional(),
    summary: z.looseObject({ summary: z.record(z.string(), z.number()).nullish() }).nullish(),
  }),
)

const words: Readonly<Record<string, string>> = {
  PUSH_ARTIFACT: 'pushed',
  DELETE_ARTIFACT: 'deleted',
  PULL_ARTIFACT: 'pulled',
}
const severities = ['Critical', 'High', 'Medium', 'Low', 'Negligible', 'Unknown']

export const harbor = integration({
  name: 'harbor',
  label: 'Harbor',
  group: 'deployment',
  setup:
    'In the project, open **Webhooks → New webhook**, choose **http**, paste the address as **Endpoint URL**, and choose the events.',
  events: ['PUSH_ARTIFACT', 'DELETE_ARTIFACT', 'PULL_ARTIFACT', 'SCANNING_COMPLETED', 'SCANNING_FAILED'],
  payload: z.looseObject({
    type: z.string(),
    operator: z.string().default('system'),
    event_data: z.looseObject({
      resources: z
        .array(
          z.looseObject({
            tag: z.string().optional(),
            digest: z.string().optional(),
            resource_url: z.string(),
            scan_overview: overview.nullish(),
          }),
        )
        .default([]),
      repository: z.looseObject({ repo_full_name: z.string() }),
    }),
  }),
  read({ payload: { type, operator, event_data } }) {
    const topic = event_data.repository.repo_full_name
    const [resource] = event_data.resources
    const image = `\`${topic}${resource?.tag ? `:${resource.tag}` : ''}\``
    const verb = words[type]
    if (verb !== undefined) return { event: type, topic, content: `**${operator}** ${verb} image ${image}.` }
    if (type === 'SCANNING_FAILED') return { event: type, topic, content: `Image scan of ${image} failed.` }
    if (type !== 'SCANNING_COMPLETED') return unsupported(type)
    const [report] = Object.values(resource?.scan_overview ?? {})
    const counts = report?.summary?.summary ?? {}
    const lines = severities.flatMap((name) => (counts[name] ? [`* ${name}: **${counts[name]}**`] : []))
    return {
      event: type,
      topic,
      content: `Image scan completed for ${image}. Vulnerabilities by severity:\n\n${lines.length > 0 ? lines.join('\n') : 'None'}`,
    }
  },
})
