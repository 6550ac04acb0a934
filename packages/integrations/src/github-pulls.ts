import * as z from 'zod'
import { actText, assignedText, type Thing, thingLink, thingTopic } from './git-text.ts'
import { type GitHubEvent, repositoryOf, senderOf, sender, repository } from './github-parts.ts'
import { fit, type Post, unsupported } from './integration.ts'
import { quoteBelow } from './quote.ts'

const person = z.looseObject({ login: z.string(), html_url: z.string().default('') })
const team = z.looseObject({ name: z.string(), html_url: z.string().default('') })
const pull = z.looseObject({
  number: z.int(),
  title: z.string(),
  html_url: z.string(),
  body: z.string().nullish(),
  merged: z.boolean().nullish(),
  head: z.looseObject({ ref: z.string() }),
  base: z.looseObject({ ref: z.string() }),
  assignees: z.array(person).nullish(),
})
const withPull = z.looseObject({ action: z.string(), pull_request: pull, sender, repository })

const thingOf = ({
  number,
  title,
  html_url,
}: Pick<z.output<typeof pull>, 'number' | 'title' | 'html_url'>): Thing => ({
  type: 'PR',
  number,
  title,
  url: html_url,
})

/** Actions that say nothing new. */
const silent = new Set([
  'approved',
  'converted_to_draft',
  'labeled',
  'unlabeled',
  'review_request_removed',
  'milestoned',
  'demilestoned',
  'locked_or_unlocked',
  'enqueued',
  'dequeued',
])

export function pullRequest(event: GitHubEvent): Post | [] {
  const payload = fit(withPull, event.payload)
  const { action, pull_request: subject } = payload
  const { hasTopic } = event
  const actor = senderOf(payload)
  const thing = thingOf(subject)
  const topic = thingTopic(repositoryOf(payload), thing)
  const act = { actor, thing, hasTopic }
  const branches = { head: subject.head.ref, base: subject.base.ref }
  const assignees = (subject.assignees ?? []).map(({ login }) => login)
  switch (action) {
    case 'opened':
      return {
        event: 'opened_pull_request',
        topic,
        content: actText({ ...act, action, branches, assignees, text: subject.body }),
      }
    case 'edited':
    case 'synchronize': {
      const verb = action === 'edited' ? 'edited' : 'updated'
      const text = action === 'edited' ? subject.body : undefined
      return {
        event: 'updated_pull_request',
        topic,
        content: actText({ ...act, action: verb, branches, assignees, text }),
      }
    }
    case 'closed':
    case 'reopened': {
      const verb = action === 'reopened' ? action : subject.merged ? 'merged' : 'closed without merge'
      return {
        event: action === 'closed' ? 'closed_pull_request' : 'opened_pull_request',
        topic,
        content: actText({ ...act, action: verb }),
      }
    }
    case 'assigned':
    case 'unassigned': {
      const { assignee } = fit(z.looseObject({ assignee: person }), event.payload)
      return {
        event: 'assigned_or_unassigned_pull_request',
        topic,
        content: assignedText(act, action === 'assigned', assignee.login),
      }
    }
    case 'locked':
    case 'unlocked':
      return { event: 'locked_or_unlocked_pull_request', topic, content: actText({ ...act, action }) }
    case 'review_requested':
      return { event: 'pull_request_review_requested', topic, content: reviewRequested(event, actor, thing) }
    case 'ready_for_review':
      return {
        event: 'pull_request_ready_for_review',
        topic,
        content: `**${actor}** has marked ${thingLink(thing, hasTopic)} as ready for review.`,
      }
    case 'auto_merge_enabled':
    case 'auto_merge_disabled':
      return {
        event: 'pull_request_auto_merge',
        topic,
        content: `${actor} ${action === 'auto_merge_enabled' ? 'enabled' : 'disabled'} auto merge for ${thingLink(thing, hasTopic)}.`,
      }
    default:
      return silent.has(action) ? [] : unsupported(`pull_request:${action}`)
  }
}

function reviewRequested({ payload, hasTopic }: GitHubEvent, actor: string, thing: Thing): string {
  const asked = fit(
    z.union([z.looseObject({ requested_reviewer: person }), z.looseObject({ requested_team: team })]),
    payload,
  )
  const reviewer = 'requested_reviewer' in asked ? fit(person, asked.requested_reviewer) : undefined
  const group = reviewer ? undefined : fit(team, asked.requested_team)
  const who = reviewer
    ? `[${reviewer.login}](${reviewer.html_url})`
    : `[${group?.name ?? ''}](${group?.html_url ?? ''})`
  return `**${actor}** requested ${who} for a review on ${thingLink(thing, hasTopic)}.`
}

export function pullRequestReview(event: GitHubEvent): Post | [] {
  const payload = fit(
    z.looseObject({
      action: z.string(),
      changes: z.looseObject({}).optional(),
      pull_request: pull.pick({ number: true, title: true, html_url: true }).loose(),
      review: z.looseObject({ html_url: z.string(), body: z.string().nullish() }),
      sender,
      repository,
    }),
    event.payload,
  )
  const { action, changes, review } = payload
  if (action === 'edited' && Object.keys(changes ?? {}).length === 0) return []
  return aboutReview(payload, {
    name: 'pull_request_review',
    what: `${action} [PR review${event.hasTopic ? ` for #${payload.pull_request.number} ${payload.pull_request.title}` : ''}](${review.html_url})`,
    text: review.body,
  })
}

export function pullRequestReviewComment(event: GitHubEvent): Post {
  const payload = fit(
    z.looseObject({
      action: z.string(),
      pull_request: pull.pick({ number: true, title: true, html_url: true }).loose(),
      comment: z.looseObject({ html_url: z.string(), body: z.string().nullish() }),
      sender,
      repository,
    }),
    event.payload,
  )
  const { number, title } = payload.pull_request
  return aboutReview(payload, {
    name: 'pull_request_review_comment',
    what: `${payload.action} [PR review comment${event.hasTopic ? ` on #${number} ${title}` : ''}](${payload.comment.html_url})`,
    text: payload.comment.body,
  })
}

function aboutReview(
  payload: {
    readonly pull_request: { readonly number: number; readonly title: string }
    readonly sender: z.output<typeof sender>
    readonly repository: z.output<typeof repository>
  },
  {
    name,
    what,
    text,
  }: { readonly name: string; readonly what: string; readonly text: string | null | undefined },
): Post {
  return {
    event: name,
    topic: thingTopic(repositoryOf(payload), { type: 'PR', ...payload.pull_request }),
    content: `${senderOf(payload)} ${what}${text ? `:${quoteBelow(text)}` : '.'}`,
  }
}
