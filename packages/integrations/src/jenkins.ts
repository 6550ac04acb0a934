import * as z from 'zod'
import { integration } from './integration.ts'

export const jenkins = integration({
  name: 'jenkins',
  label: 'Jenkins',
  group: 'code',
  setup:
    'Install the plugin **Notification**, open the configuration of the job, add an endpoint under **Job Notifications** with the format **JSON** and the protocol **HTTP**, and paste the address as **URL**.',
  events: ['queued', 'started', 'completed', 'finalized'],
  payload: z.looseObject({
    name: z.string(),
    display_name: z.string().optional(),
    build: z.looseObject({
      full_url: z.string().optional(),
      number: z.int(),
      phase: z.string(),
      status: z.string().optional(),
      scm: z.looseObject({ branch: z.string().optional(), commit: z.string().optional() }).optional(),
    }),
  }),
  read({ payload }) {
    const { name, display_name, build } = payload
    const event = build.phase.toLowerCase()
    // The same result comes twice: when it is completed and when everything after it has run.
    if (event === 'finalized' && build.status !== undefined) return []
    const reference = build.full_url ? `[#${build.number}](${build.full_url})` : `#${build.number}`
    const branch = build.scm?.branch ? ` on branch \`${build.scm.branch.replace(/^origin\//, '')}\`` : ''
    const result = build.status ? (statusMarks[build.status] ?? build.status.toLowerCase()) : ''
    const verb = event === 'completed' && result !== '' ? result : event
    return { event, topic: display_name ?? name, content: `Build ${reference}${branch} ${verb}.` }
  },
})

const statusMarks: Readonly<Record<string, string>> = {
  SUCCESS: 'succeeded :check:',
  FAILURE: 'failed :cross_mark:',
  UNSTABLE: 'is unstable :warning:',
  ABORTED: 'was aborted',
  NOT_BUILT: 'was not built',
}
