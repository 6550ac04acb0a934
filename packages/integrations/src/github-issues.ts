import * as z from 'zod'
import { actText, assignedText, commitCommentText, type Thing, thingLink, thingTopic } from './git-text.ts'
import { type GitHubEvent, repository, repositoryOf, sender, senderOf } from './github-parts.ts'
import { fit, type Post, unsupported } from './integration.ts'
import { quoteBelow } from './quote.ts'

const login = z.looseObject({ login: z.string() })
const issue = z.looseObject({
  number: z.int(),
  title: z.string(),
  html_url: z.string(),
  body: z.string().nullish(),
  assignees: z.array(login).nullish(),
  pull_request: z.unknown().optional(),
})
const withIssue = z.looseObject({ action: z.string(), issue, sender, repository })

const thingOf = ({ number, title, html_url, pull_request }: z.output<typeof issue>): Thing => ({
  type: pull_request ? 'PR' : 'issue',
  number,
  title,
  url: html_url,
})

/** Actions that say nothing to readers of a chat. */
const silent = new Set(['pinned', 'unpinned', 'typed', 'untyped'])

export function issues(event: GitHubEvent): Post | [] {
  const payload = fit(withIssue, event.payload)
  const { action, issue: subject } = payload
  if (silent.has(action)) return []
  const thing = thingOf(subject)
  const act = { actor: senderOf(payload), thing, hasTopic: event.hasTopic }
  const topic = thingTopic(repositoryOf(payload), thing)
  switch (action) {
    case 'assigned':
    case 'unassigned': {
      const { assignee } = fit(z.looseObject({ assignee: login }), event.payload)
      return { event: 'issues', topic, content: assignedText(act, action === 'assigned', assignee.login) }
    }
    case 'labeled':
    case 'unlabeled':
      return {
        event: 'issue_labeled_or_unlabeled',
        topic,
        content: labelText(event, payload, action === 'labeled'),
      }
    case 'milestoned':
    case 'demilestoned':
      return {
        event: 'issue_milestoned_or_demilestoned',
        topic,
        content: milestoneText(event, payload, action === 'milestoned'),
      }
    default: {
      const assignees = (subject.assignees ?? []).map((one) => one.login)
      return { event: 'issues', topic, content: actText({ ...act, action, assignees, text: subject.body }) }
    }
  }
}

/** The link that label and milestone texts have, with a capital letter. */
const issueLink = (thing: Thing, hasTopic: boolean) => thingLink({ ...thing, type: 'Issue' }, hasTopic)

const senderLink = ({ sender: { login: name, html_url } }: z.output<typeof withIssue>) =>
  `[${name}](${html_url})`

function labelText(
  { payload, hasTopic }: GitHubEvent,
  known: z.output<typeof withIssue>,
  isAdded: boolean,
): string {
  const { label } = fit(z.looseObject({ label: z.looseObject({ name: z.string() }) }), payload)
  const [verb, preposition] = isAdded ? ['added', 'to'] : ['removed', 'from']
  return `${senderLink(known)} ${verb} the ${label.name} label ${preposition} ${issueLink(thingOf(known.issue), hasTopic)}.`
}

function milestoneText(
  { payload, hasTopic }: GitHubEvent,
  known: z.output<typeof withIssue>,
  isAdded: boolean,
): string {
  const { milestone } = fit(
    z.looseObject({ milestone: z.looseObject({ title: z.string(), html_url: z.string() }) }),
    payload,
  )
  const [verb, preposition] = isAdded ? ['added', 'to'] : ['removed', 'from']
  return `${senderLink(known)} ${verb} milestone [${milestone.title}](${milestone.html_url}) ${preposition} ${issueLink(thingOf(known.issue), hasTopic)}.`
}

const comment = z.looseObject({ html_url: z.string(), body: z.string().nullish() })

/** `[commented](address) on`, `edited a [comment](address) on`. */
const commented = (action: string, url: string): string =>
  action === 'created' ? `[commented](${url}) on` : `${action} a [comment](${url}) on`

export function issueComment(event: GitHubEvent): Post {
  const payload = fit(z.looseObject({ ...withIssue.shape, comment }), event.payload)
  const thing = thingOf(payload.issue)
  return {
    event: 'issue_comment',
    topic: thingTopic(repositoryOf(payload), thing),
    content: actText({
      actor: senderOf(payload),
      action: commented(payload.action, payload.comment.html_url),
      thing,
      hasTopic: event.hasTopic,
      text: payload.comment.body,
    }),
  }
}

export function commitComment({ payload: given }: GitHubEvent): Post {
  const payload = fit(
    z.looseObject({
      comment: z.looseObject({ ...comment.shape, commit_id: z.string() }),
      sender,
      repository,
    }),
    given,
  )
  const { html_url, commit_id, body } = payload.comment
  return {
    event: 'commit_comment',
    topic: repositoryOf(payload),
    content: commitCommentText(
      senderOf(payload),
      `[commented](${html_url})`,
      commit_id,
      html_url.split('#')[0] ?? html_url,
      body ?? '',
    ),
  }
}

const discussionThing = z.looseObject({
  number: z.int(),
  title: z.string(),
  html_url: z.string(),
  body: z.string().nullish(),
  category: z.looseObject({ name: z.string() }).optional(),
})
const withDiscussion = z.looseObject({ action: z.string(), discussion: discussionThing, sender, repository })

const discussionTopic = (payload: z.output<typeof withDiscussion>) =>
  `${repositoryOf(payload)} discussion #${payload.discussion.number}: ${payload.discussion.title}`

export function discussion(event: GitHubEvent): Post | [] {
  const payload = fit(withDiscussion, event.payload)
  const { action } = payload
  const { number, html_url, title, body, category } = payload.discussion
  const topic = discussionTopic(payload)
  const reference = `[discussion #${number}${event.hasTopic ? ` ${title}` : ''}](${html_url})`
  if (action === 'created')
    return {
      event: 'discussion',
      topic,
      content: `${senderOf(payload)} created ${reference}${category ? ` in ${category.name}` : ''}:${quoteBelow(`### ${title}\n${body ?? ''}`)}`,
    }
  if (
    !['answered', 'closed', 'reopened', 'deleted', 'locked', 'unlocked', 'edited', 'transferred'].includes(
      action,
    )
  )
    return ['labeled', 'unlabeled', 'pinned', 'unpinned', 'category_changed', 'unanswered'].includes(action)
      ? []
      : unsupported(`discussion:${action}`)
  return { event: 'discussion', topic, content: `${senderOf(payload)} ${action} ${reference}.` }
}

export function discussionComment(event: GitHubEvent): Post {
  const payload = fit(z.looseObject({ ...withDiscussion.shape, comment }), event.payload)
  const { number, html_url, title } = payload.discussion
  const reference = `[discussion #${number}${event.hasTopic ? ` ${title}` : ''}](${html_url})`
  return {
    event: 'discussion_comment',
    topic: discussionTopic(payload),
    content: `${senderOf(payload)} ${commented(payload.action, payload.comment.html_url)} ${reference}:${quoteBelow(payload.comment.body ?? '')}`,
  }
}
