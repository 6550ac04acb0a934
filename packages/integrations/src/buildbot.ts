import * as z from 'zod'
import { integration } from './integration.ts'

const results = ['success', 'warnings', 'failure', 'skipped', 'exception', 'retry', 'cancelled'] as const
const icons = [':check:', ':warning:', ':cross_mark:', ':fast_forward:', ':alert:', ':repeat:', ':stop:']

export const buildbot = integration({
  name: 'buildbot',
  label: 'Buildbot',
  group: 'code',
  setup:
    'In `master.cfg`, add `reporters.ZulipStatusPush(endpoint="<address of this server>", token="<key of the bot>", stream="<channel>")` to `c["services"]`.',
  events: ['new', 'finished'],
  payload: z.looseObject({
    event: z.enum(['new', 'finished']),
    buildid: z.int(),
    buildername: z.string(),
    url: z.string(),
    project: z.string().nullish(),
    results: z.int().nullish(),
  }),
  read({ payload: { event, buildid, buildername, url, project, results: result } }) {
    const build = `Build [#${buildid}](${url})`
    const topic = project || 'general'
    if (event === 'new') return { event, topic, content: `${build} for **${buildername}** started.` }
    const word = results[result ?? -1] ?? 'unknown'
    return {
      event,
      topic,
      content:
        `${build} (result: ${word}) for **${buildername}** finished. ${icons[result ?? -1] ?? ''}`.trimEnd(),
    }
  },
})
