import * as z from 'zod'
import { integration, option } from './integration.ts'

/** Results by the words that Travis has for them. */
const passed = new Set(['Passed', 'Fixed'])
const failed = new Set(['Failed', 'Broken', 'Still Failing', 'Errored', 'Canceled'])

export const travis = integration({
  name: 'travis',
  label: 'Travis CI',
  group: 'code',
  setup: 'In `.travis.yml`, add the address under `notifications: webhooks: urls:`.',
  events: ['push', 'pull_request', 'cron', 'api'],
  payloadField: 'payload',
  options: { ignore_pull_requests: option.flag('Leave out pull requests', true) },
  payload: z.looseObject({
    type: z.string(),
    status_message: z.string(),
    author_name: z.string(),
    compare_url: z.string(),
    build_url: z.string(),
    repository: z.looseObject({ name: z.string() }).optional(),
  }),
  read({ payload, options }) {
    const { type, status_message: status, author_name: author, compare_url, build_url, repository } = payload
    if (type === 'pull_request' && options.ignore_pull_requests) return []
    const emoji = passed.has(status) ? ':thumbs_up:' : failed.has(status) ? ':thumbs_down:' : ''
    return {
      ...(['push', 'pull_request', 'cron', 'api'].includes(type) ? { event: type } : { event: 'push' }),
      topic: repository?.name ?? 'builds',
      content: `Author: ${author}\nBuild status: ${status} ${emoji}\nDetails: [changes](${compare_url}), [build log](${build_url})`,
    }
  },
})
