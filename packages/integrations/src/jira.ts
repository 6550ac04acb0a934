import * as z from 'zod'
import { integration, type Post, unsupported } from './integration.ts'
import { jiraMarkdown } from './jira-text.ts'
import { fenced } from './quote.ts'
import { hubSignature } from './signature.ts'

const person = z.looseObject({
  displayName: z.string(),
  emailAddress: z.string().nullish(),
  name: z.string().nullish(),
  accountId: z.string().nullish(),
})
const payloadForm = z.looseObject({
  webhookEvent: z.string().optional(),
  issue_event_type_name: z.string().optional(),
  user: person.nullish(),
  issue: z
    .looseObject({
      key: z.string(),
      self: z.string(),
      fields: z.looseObject({
        summary: z.string(),
        priority: z.looseObject({ name: z.string() }).nullish(),
        assignee: person.nullish(),
      }),
    })
    .optional(),
  comment: z
    .looseObject({ body: z.string(), author: person.nullish(), updateAuthor: person.nullish() })
    .optional(),
  changelog: z
    .looseObject({
      items: z
        .array(
          z.looseObject({
            field: z.string(),
            fromString: z.string().nullish(),
            toString: z.string().nullish(),
          }),
        )
        .nullish(),
    })
    .nullish(),
})
type Payload = z.output<typeof payloadForm>

const withoutPosts =
  /^(worklog_|issuelink_|jira:worklog_|jira:version_|sprint_|board_|attachment_|project_|option_|user_)/

/** Comments come as events of their own, and as updates of the issue with one of these names. */
const commentActs: Readonly<Record<string, string>> = {
  comment_created: 'comment_created',
  comment_updated: 'comment_updated',
  comment_deleted: 'comment_deleted',
  issue_commented: 'comment_created',
  issue_comment_edited: 'comment_updated',
  issue_comment_deleted: 'comment_deleted',
}
const commentVerbs: Readonly<Record<string, string>> = {
  comment_created: 'commented on',
  comment_updated: 'updated their comment on',
  comment_deleted: 'deleted their comment on',
}

interface Reading {
  readonly payload: Payload
  readonly issue: NonNullable<Payload['issue']>
  readonly hasTopic: boolean
  readonly people: ReadonlyMap<string, string>
}

/** Name that people here know somebody by. */
const nameOf = (someone: z.output<typeof person>, people: ReadonlyMap<string, string>): string =>
  people.get(someone.emailAddress ?? '') ?? someone.displayName

function linkOf({ issue }: Reading, isTitled: boolean): string {
  const base = issue.self.split('/rest/')[0] ?? ''
  const { key, fields } = issue
  return `[${key}${isTitled ? `: ${fields.summary}` : ''}](${base}/browse/${key})`
}

function commentPost(reading: Reading, event: string): Post {
  const { payload, issue, people, hasTopic } = reading
  const { comment, user } = payload
  const author = user ?? comment?.updateAuthor ?? comment?.author
  const { assignee } = issue.fields
  const assigned = assignee ? ` (assigned to **${nameOf(assignee, people)}**)` : ''
  const text = jiraMarkdown(comment?.body ?? '')
  const isDeleted = event === 'comment_deleted'
  return {
    event,
    topic: topicOf(issue),
    content: `${author?.displayName ?? 'Somebody'} ${commentVerbs[event]} ${linkOf(reading, hasTopic)}${assigned}${text === '' ? '.' : `:\n\n${fenced(' quote', isDeleted ? `~~${text}~~` : text)}`}`,
  }
}

const topicOf = ({ key, fields }: Reading['issue']) => `${key}: ${fields.summary}`

function updated(reading: Reading): Post | [] {
  const { payload, issue, people, hasTopic } = reading
  const changes = (payload.changelog?.items ?? []).flatMap((item) => {
    const to = item.toString as unknown
    const after = typeof to === 'string' && to !== '' ? to : undefined
    const before = item.fromString || undefined
    if (item.field === 'Attachment' || item.field === 'Link' || item.field === 'Sprint') return []
    if (after === undefined && before === undefined) return []
    const from = before === undefined ? '' : ` from **${before.slice(0, 1000)}**`
    return [`* Changed ${item.field}${from} to **${(after ?? 'None').slice(0, 1000)}**`]
  })
  if (changes.length === 0) return []
  const { assignee } = issue.fields
  const assigned = assignee ? ` (assigned to **${nameOf(assignee, people)}**)` : ''
  return {
    event: 'jira:issue_updated',
    topic: topicOf(issue),
    content: `${payload.user?.displayName ?? 'Somebody'} updated ${linkOf(reading, hasTopic)}${assigned}:\n\n${changes.join('\n')}`,
  }
}

function created(reading: Reading): Post {
  const { payload, issue, people } = reading
  const { priority, assignee } = issue.fields
  return {
    event: 'jira:issue_created',
    topic: topicOf(issue),
    content: `${payload.user?.displayName ?? 'Somebody'} created ${linkOf(reading, true)}:\n\n* **Priority**: ${priority?.name ?? 'none'}\n* **Assignee**: ${assignee ? nameOf(assignee, people) : 'no one'}`,
  }
}

export const jira = integration({
  name: 'jira',
  label: 'Jira',
  group: 'tracking',
  setup:
    'In Jira, open **Settings → System → WebHooks → Create a WebHook**, paste the address as **URL**, enter a secret where Jira asks for one and add it to the address as `webhook_secret`, and choose the events of issues and comments.',
  events: ['jira:issue_created', 'jira:issue_updated', 'jira:issue_deleted', ...Object.keys(commentVerbs)],
  signature: hubSignature,
  unescapesAgain: true,
  deliveryId: ({ header }) => header('x-atlassian-webhook-identifier'),
  people: (payload) => {
    const email = payloadForm.safeParse(payload).data?.issue?.fields.assignee?.emailAddress
    return email ? [email] : []
  },
  payload: payloadForm,
  read({ payload, hasTopic, people }) {
    const { webhookEvent = '', issue_event_type_name: kind = '', issue } = payload
    if (withoutPosts.test(webhookEvent)) return []
    if (!issue) return unsupported(webhookEvent || 'test')
    const reading = { payload, issue, hasTopic, people }
    const act = commentActs[webhookEvent] ?? (payload.comment ? (commentActs[kind] ?? '') : '')
    // The same comment comes as an update of the issue and as an event of its own, where both are switched on.
    if (act !== '' && payload.comment) return commentPost(reading, act)
    switch (webhookEvent) {
      case 'jira:issue_created':
        return created(reading)
      case 'jira:issue_deleted':
        return {
          event: webhookEvent,
          topic: topicOf(issue),
          content: `${payload.user?.displayName ?? 'Somebody'} deleted ${linkOf(reading, hasTopic)}.`,
        }
      case 'jira:issue_updated':
        return updated(reading)
      default:
        return unsupported(webhookEvent)
    }
  },
})
