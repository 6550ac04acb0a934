import * as z from 'zod'
import {
  actText,
  commitCommentText,
  isWantedBranch,
  pushText,
  shortHash,
  tagText,
  type Thing,
  thingTopic,
} from './git-text.ts'
import { fit, integration, option, type Post, unsupported } from './integration.ts'
import { hubSignature } from './signature.ts'

const account = z
  .looseObject({ nickname: z.string().nullish(), display_name: z.string().nullish() })
  .transform(({ nickname, display_name }) => display_name ?? nickname ?? 'Unknown user')
const page = z.looseObject({ html: z.looseObject({ href: z.string() }) })
const repository = z.looseObject({ name: z.string(), links: page })
const known = { actor: account, repository }

const target = z.looseObject({ type: z.string(), name: z.string(), links: page.optional() }).nullish()
const change = z.looseObject({
  new: target,
  old: target,
  forced: z.boolean().default(false),
  truncated: z.boolean().default(false),
  links: page.optional(),
  commits: z
    .array(
      z.looseObject({
        hash: z.string(),
        message: z.string(),
        links: page,
        author: z.looseObject({ raw: z.string().default(''), user: account.nullish() }),
      }),
    )
    .nullish(),
})

function pushes(given: unknown, branches: string): Post[] {
  const {
    push,
    actor,
    repository: place,
  } = fit(z.looseObject({ push: z.looseObject({ changes: z.array(change) }), ...known }), given)
  return push.changes.flatMap((one): Post[] => {
    const named = one.new ?? one.old
    if (!named) return []
    if (named.type === 'tag')
      return [
        {
          event: 'push',
          topic: place.name,
          content: tagText(actor, named.name, !one.new, one.new?.links?.html.href),
        },
      ]
    if (!isWantedBranch(branches, named.name)) return []
    const topic = `${place.name} / ${named.name}`
    if (!one.new) return [{ event: 'push', topic, content: `${actor} deleted branch ${named.name}.` }]
    const commits = (one.commits ?? []).map(({ hash, message, links, author }) => ({
      id: hash,
      message,
      url: links.html.href,
      author: author.user ?? author.raw.replace(/\s*<.*$/, ''),
    }))
    const content = pushText({
      actor,
      branch: named.name,
      compareUrl: one.links?.html.href,
      commits,
      isForced: one.forced,
    })
    // Bitbucket lists five commits, and says no number.
    return [{ event: 'push', topic, content: one.truncated ? `${content}\n[and more commits]` : content }]
  })
}

const content = z.looseObject({ raw: z.string().nullish() }).nullish()
const comment = z.looseObject({ links: page, content, user: account.optional() })
const issue = z.looseObject({
  id: z.int(),
  title: z.string(),
  links: page,
  content,
  assignee: account.nullish(),
})
const side = z.looseObject({ branch: z.looseObject({ name: z.string() }) })
const pull = z.looseObject({
  id: z.int(),
  title: z.string(),
  description: z.string().nullish(),
  links: page,
  source: side,
  destination: side,
  reviewers: z.array(account).nullish(),
})

function issuePost(given: unknown, event: string, hasTopic: boolean): Post {
  const {
    issue: about,
    comment: said,
    actor,
    repository: place,
  } = fit(z.looseObject({ issue, comment: comment.optional(), ...known }), given)
  const thing: Thing = { type: 'issue', number: about.id, title: about.title, url: about.links.html.href }
  const topic = thingTopic(place.name, thing)
  if (event === 'issue_commented' && said)
    return {
      event,
      topic,
      content: actText({
        actor,
        action: `[commented](${said.links.html.href}) on`,
        thing,
        hasTopic,
        text: said.content?.raw,
      }),
    }
  const isNew = event === 'issue_created'
  return {
    event,
    topic,
    content: actText({
      actor,
      action: isNew ? 'created' : 'updated',
      thing,
      hasTopic,
      assignees: isNew && about.assignee ? [about.assignee] : [],
      text: isNew ? about.content?.raw : undefined,
    }),
  }
}

const pullActions: Readonly<Record<string, string>> = {
  pull_request_created: 'created',
  pull_request_updated: 'updated',
  pull_request_approved: 'approved',
  pull_request_unapproved: 'unapproved',
  pull_request_fulfilled: 'merged',
  pull_request_rejected: 'rejected',
}
const commentActions: Readonly<Record<string, (url: string) => string>> = {
  pull_request_comment_created: (url) => `[commented](${url}) on`,
  pull_request_comment_updated: (url) => `updated a [comment](${url}) on`,
  pull_request_comment_deleted: (url) => `deleted a [comment](${url}) on`,
}

function pullPost(given: unknown, event: string, hasTopic: boolean): Post {
  const {
    pullrequest: about,
    comment: said,
    actor,
    repository: place,
  } = fit(z.looseObject({ pullrequest: pull, comment: comment.optional(), ...known }), given)
  const thing: Thing = { type: 'PR', number: about.id, title: about.title, url: about.links.html.href }
  const topic = thingTopic(place.name, thing)
  const commented = commentActions[event]
  if (commented && said)
    return {
      event,
      topic,
      content: actText({
        actor,
        action: commented(said.links.html.href),
        thing,
        hasTopic,
        text: said.content?.raw,
      }),
    }
  const isNew = event === 'pull_request_created'
  const isShown = isNew || event === 'pull_request_updated'
  return {
    event,
    topic,
    content: actText({
      actor,
      action: pullActions[event] ?? unsupported(event),
      thing,
      hasTopic,
      branches: isShown ? { head: about.source.branch.name, base: about.destination.branch.name } : undefined,
      reviewers: isShown ? (about.reviewers ?? []) : [],
      text: isShown ? about.description : undefined,
    }),
  }
}

function statusPost(given: unknown): Post {
  const { commit_status: status, repository: place } = fit(
    z.looseObject({
      commit_status: z.looseObject({
        key: z.string(),
        url: z.string(),
        state: z.string(),
        links: z.looseObject({ commit: z.looseObject({ href: z.string() }) }),
      }),
      ...known,
    }),
    given,
  )
  const hash = status.links.commit.href.split('/').at(-1) ?? ''
  const commit = `[${shortHash(hash)}](${place.links.html.href}/commits/${hash})`
  return {
    event: 'change_commit_status',
    topic: place.name,
    content: `[System ${status.key}](${status.url}) changed status of ${commit} to ${status.state}.`,
  }
}

function commitComment(given: unknown): Post {
  const {
    commit,
    comment: said,
    actor,
    repository: place,
  } = fit(
    z.looseObject({ commit: z.looseObject({ hash: z.string(), links: page }), comment, ...known }),
    given,
  )
  const action = `[commented](${said.links.html.href})`
  return {
    event: 'commit_comment',
    topic: place.name,
    content: commitCommentText(actor, action, commit.hash, commit.links.html.href, said.content?.raw ?? ''),
  }
}

function forked(given: unknown): Post {
  const {
    fork,
    actor,
    repository: place,
  } = fit(z.looseObject({ fork: z.looseObject({ full_name: z.string(), links: page }), ...known }), given)
  return {
    event: 'fork',
    topic: place.name,
    content: `${actor} forked the repository into [${fork.full_name}](${fork.links.html.href}).`,
  }
}

/** Our names of events, by Bitbucket's. */
const names: Readonly<Record<string, string>> = {
  'repo:push': 'push',
  'repo:fork': 'fork',
  'repo:commit_comment_created': 'commit_comment',
  'repo:commit_status_created': 'change_commit_status',
  'repo:commit_status_updated': 'change_commit_status',
  'issue:created': 'issue_created',
  'issue:updated': 'issue_updated',
  'issue:comment_created': 'issue_commented',
  'pullrequest:created': 'pull_request_created',
  'pullrequest:updated': 'pull_request_updated',
  'pullrequest:approved': 'pull_request_approved',
  'pullrequest:unapproved': 'pull_request_unapproved',
  'pullrequest:fulfilled': 'pull_request_fulfilled',
  'pullrequest:rejected': 'pull_request_rejected',
  'pullrequest:comment_created': 'pull_request_comment_created',
  'pullrequest:comment_updated': 'pull_request_comment_updated',
  'pullrequest:comment_deleted': 'pull_request_comment_deleted',
}

export const bitbucketCloud = integration({
  name: 'bitbucket2',
  aliases: ['bitbucket'],
  label: 'Bitbucket Cloud',
  group: 'code',
  setup:
    'In the repository, open **Repository settings → Webhooks → Add webhook**, paste the address as **URL**, enter a secret, add it to the address as `webhook_secret`, and choose the triggers.',
  events: [...new Set(Object.values(names))],
  eventHeader: 'x-event-key',
  signature: hubSignature,
  options: { branches: option.text('Branches whose pushes are posted, with commas between them') },
  payload: z.looseObject({ repository: z.looseObject({ name: z.string() }) }),
  read({ payload, event: key, options, hasTopic }) {
    const event = names[key] ?? unsupported(key)
    if (event === 'push') return pushes(payload, options.branches)
    if (event === 'fork') return forked(payload)
    if (event === 'commit_comment') return commitComment(payload)
    if (event === 'change_commit_status') return statusPost(payload)
    return event.startsWith('issue_')
      ? issuePost(payload, event, hasTopic)
      : pullPost(payload, event, hasTopic)
  },
})
