import * as z from 'zod'
import { integration, unsupported } from './integration.ts'

const words: Readonly<Record<string, string>> = {
  deploy_building: 'is now building',
  deploy_created: 'is now ready',
  deploy_failed: 'has failed',
  deploy_locked: 'has been locked',
  deploy_unlocked: 'has been unlocked',
}

export const netlify = integration({
  name: 'netlify',
  label: 'Netlify',
  group: 'deployment',
  setup:
    'In the site, open **Site configuration → Notifications → Add notification → HTTP POST request**, choose an event and paste the address.',
  events: Object.keys(words),
  eventHeader: 'x-netlify-event',
  payload: z.looseObject({
    name: z.string(),
    branch: z.string(),
    context: z.string().optional(),
    deploy_ssl_url: z.string().optional(),
    url: z.string().default(''),
    error_message: z.string().nullish(),
  }),
  read({ payload, event }) {
    const phrase = words[event] ?? unsupported(event)
    const { name, branch, url, deploy_ssl_url, error_message } = payload
    const why = error_message ? `: ${error_message}` : '.'
    return {
      event,
      topic: `${name}/${branch}`,
      content: `The build [${name}](${deploy_ssl_url ?? url}) on branch ${branch} ${phrase}${why}`,
    }
  },
})
