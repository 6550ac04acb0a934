import * as z from 'zod'
import { integration, option, type Post, unsupported } from './integration.ts'
import { quote } from './quote.ts'
import { linearSignature } from './signature.ts'

const named = z.looseObject({ name: z.string() })
const linearPayload = z.looseObject({
  action: z.string(),
  type: z.string(),
  url: z.string().default(''),
  webhookTimestamp: z.number().optional(),
  data: z.looseObject({
    id: z.string(),
    number: z.int().optional(),
    title: z.string().optional(),
    description: z.string().nullish(),
    body: z.string().nullish(),
    priorityLabel: z.string().nullish(),
    assignee: named.nullish(),
    state: named.nullish(),
    team: named.nullish(),
    parentId: z.string().nullish(),
    issueId: z.string().nullish(),
    issue: z.looseObject({ id: z.string(), title: z.string() }).nullish(),
    user: named.nullish(),
  }),
})
type LinearPayload = z.output<typeof linearPayload>

const verbs: Readonly<Record<string, string>> = { create: 'created', update: 'updated', remove: 'removed' }

interface Choice {
  readonly usesTitles: boolean
}

function issue({ data, url }: LinearPayload, verb: string, { usesTitles }: Choice): Post {
  const { number, title = '', description, priorityLabel, assignee, state, team, parentId, id } = data
  const kind = parentId ? 'Sub-Issue' : 'Issue'
  const facts = [
    ...(priorityLabel ? [`Priority: ${priorityLabel}`] : []),
    ...(assignee ? [`Assignee: ${assignee.name}`] : []),
    ...(state ? [`Status: ${state.name}`] : []),
  ]
  const head = `${kind} [#${number ?? ''} ${title}](${url}) was ${verb}`
  const where = verb === 'created' && team ? ` in team ${team.name}` : ''
  const details = facts.length > 0 ? `\n${facts.join(', ')}.` : ''
  const text = description ? `:\n${quote(description)}${details && `\n${details}`}` : `.${details}`
  return {
    event: `issue_${verb}`,
    topic: usesTitles && !parentId ? title : (parentId ?? id),
    content: verb === 'removed' ? `${head}.` : `${head}${where}${text}`,
  }
}

function comment({ data, url }: LinearPayload, verb: string, { usesTitles }: Choice): Post {
  const { user, issue: about, issueId, id, body } = data
  const actor = user?.name ?? 'Somebody'
  const reference = `[${verb === 'created' ? 'commented' : `${verb} comment`}](${url})`
  const on = about ? ` on issue **${about.title}**` : ''
  const text = verb === 'removed' || !body ? '.' : `:\n${quote(body)}`
  return {
    event: `comment_${verb}`,
    topic: usesTitles && about ? about.title : (issueId ?? about?.id ?? id),
    content: `${actor} ${verb === 'removed' ? 'removed a comment' : reference}${on}${text}`,
  }
}

export const linear = integration({
  name: 'linear',
  label: 'Linear',
  group: 'tracking',
  setup:
    'In Linear, open **Settings → API → Webhooks → New webhook**, paste the address as **URL**, add the signing secret to the address as `webhook_secret`, and choose **Issues** and **Comments**.',
  events: ['issue', 'comment'].flatMap((kind) => Object.values(verbs).map((verb) => `${kind}_${verb}`)),
  signature: linearSignature,
  deliveryId: ({ header }) => header('linear-delivery'),
  options: { topic_from: option.text('Topic: `id` of the issue or its `title`', 'id') },
  payload: linearPayload,
  read({ payload, options }) {
    const { type, action } = payload
    const verb = verbs[action]
    const choice = { usesTitles: options.topic_from === 'title' }
    if (verb !== undefined && type === 'Issue') return issue(payload, verb, choice)
    if (verb !== undefined && type === 'Comment') return comment(payload, verb, choice)
    // Linear cannot leave out the events of labels, cycles and projects one by one.
    return ['IssueLabel', 'Project', 'ProjectUpdate', 'Cycle', 'Reaction'].includes(type)
      ? []
      : unsupported(`${type} ${action}`)
  },
})
