import * as z from 'zod'
import { shortHash } from './git-text.ts'
import { integration } from './integration.ts'
import { circleSignature } from './signature.ts'

const named = z.looseObject({ name: z.string() })
const person = z.looseObject({ name: z.string().nullish(), login: z.string().nullish() })

export const circleCi = integration({
  name: 'circleci',
  label: 'CircleCI',
  group: 'code',
  setup:
    'In the project, open **Project Settings → Webhooks → Add Webhook**, paste the address as **Receiver URL**, enter a **Secret token**, add it to the address as `webhook_secret`, and choose the events.',
  events: ['ping', 'job-completed', 'workflow-completed'],
  signature: circleSignature,
  deliveryId: ({ payload }) => z.looseObject({ id: z.string() }).safeParse(payload).data?.id,
  payload: z.looseObject({
    type: z.enum(['ping', 'job-completed', 'workflow-completed']),
    project: named.optional(),
    webhook: named.optional(),
    job: z.looseObject({ name: z.string(), status: z.string() }).optional(),
    workflow: z
      .looseObject({ name: z.string(), status: z.string().optional(), url: z.string().default('') })
      .optional(),
    pipeline: z
      .looseObject({
        number: z.int(),
        vcs: z
          .looseObject({
            revision: z.string(),
            branch: z.string().nullish(),
            tag: z.string().nullish(),
            target_repository_url: z.string().nullish(),
            commit: z.looseObject({ subject: z.string().nullish(), author: person.nullish() }).nullish(),
          })
          .nullish(),
      })
      .optional(),
  }),
  read({ payload }) {
    const { type, project, webhook, job, workflow, pipeline } = payload
    if (type === 'ping')
      return {
        event: 'ping',
        topic: 'Test event',
        content: `Webhook '${webhook?.name ?? ''}' test event successful.`,
      }
    const what =
      type === 'job-completed'
        ? job && `Job \`${job.name}\``
        : workflow && `Workflow [\`${workflow.name}\`](${workflow.url})`
    const status = (type === 'job-completed' ? job?.status : workflow?.status) ?? 'completed'
    const text = `${what ?? 'Something'} within Pipeline #${pipeline?.number ?? '?'} ${statusWords[status] ?? `has ${status}`}.`
    const vcs = pipeline?.vcs
    if (!vcs) return { event: type, topic: project?.name ?? 'CircleCI', content: text }
    const { revision, branch, tag, commit, target_repository_url } = vcs
    const label = `\`${shortHash(revision)}${commit?.subject ? `: ${commit.subject}` : ''}\``
    const reference = target_repository_url
      ? `[${label}](${target_repository_url}/commit/${revision})`
      : label
    const where = branch ? ` on branch \`${branch}\`` : tag ? ` on tag \`${tag}\`` : ''
    const author = commit?.author?.name ?? commit?.author?.login
    return {
      event: type,
      topic: project?.name ?? 'CircleCI',
      content: `${text}\n\nTriggered on ${reference}${where}${author ? ` by ${author}` : ''}.`,
    }
  },
})

const statusWords: Readonly<Record<string, string>> = {
  success: 'has succeeded',
  failed: 'has failed',
  canceled: 'was canceled',
  error: 'has ended in an error',
  unauthorized: 'was not authorized',
}
