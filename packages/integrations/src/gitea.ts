import * as z from 'zod'
import {
  actText,
  isWantedBranch,
  nameOfRef,
  pushText,
  releaseText,
  tagText,
  type Thing,
  thingTopic,
} from './git-text.ts'
import { fit, integration, option, type Post, unsupported } from './integration.ts'
import { giteaSignature } from './signature.ts'

const user = z
  .looseObject({ username: z.string().optional(), login: z.string().optional(), name: z.string().optional() })
  .transform(({ username, login, name }) => username || login || name || '')
const repository = z.looseObject({
  name: z.string(),
  html_url: z.string(),
  private: z.boolean().default(false),
})
const known = { sender: user, repository }

const pushPayload = z.looseObject({
  ref: z.string(),
  compare_url: z.string().optional(),
  total_commits: z.int().optional(),
  commits: z
    .array(z.looseObject({ id: z.string(), message: z.string(), url: z.string(), author: user }))
    .nullish(),
  pusher: user.optional(),
  ...known,
})

function push(given: unknown, branches: string): Post | [] {
  const payload = fit(pushPayload, given)
  const { ref, compare_url, commits, total_commits, repository: place, pusher, sender } = payload
  const branch = nameOfRef(ref)
  // Tags have an event of their own.
  if (ref.startsWith('refs/tags/') || !isWantedBranch(branches, branch)) return []
  const content = pushText({
    actor: pusher ?? sender,
    branch,
    compareUrl: compare_url || undefined,
    commits: commits ?? [],
    total: total_commits,
  })
  return { event: 'push', topic: `${place.name} / ${branch}`, content }
}

function madeOrDeleted(given: unknown, event: 'create' | 'delete', branches: string): Post | [] {
  const {
    ref,
    ref_type,
    sender,
    repository: place,
  } = fit(z.looseObject({ ref: z.string(), ref_type: z.string(), ...known }), given)
  const name = nameOfRef(ref)
  if (ref_type === 'tag') {
    const url = event === 'create' ? `${place.html_url}/src/tag/${name}` : undefined
    return { event, topic: place.name, content: tagText(sender, name, event === 'delete', url) }
  }
  if (!isWantedBranch(branches, name)) return []
  const topic = `${place.name} / ${name}`
  return event === 'create'
    ? { event, topic, content: `${sender} created [${name}](${place.html_url}/src/branch/${name}) branch.` }
    : { event, topic, content: `${sender} deleted branch ${name}.` }
}

const thing = z.looseObject({
  number: z.int().optional(),
  title: z.string(),
  body: z.string().nullish(),
  html_url: z.string().optional(),
  url: z.string().optional(),
  assignee: user.nullish(),
  assignees: z.array(user).nullish(),
  merged: z.boolean().default(false),
  merged_by: user.nullish(),
  head: z.looseObject({ ref: z.string() }).optional(),
  base: z.looseObject({ ref: z.string() }).optional(),
  head_branch: z.string().optional(),
  base_branch: z.string().optional(),
  pull_request: z.unknown().optional(),
})
const withThing = z.looseObject({
  action: z.string(),
  number: z.int().optional(),
  issue: thing.optional(),
  pull_request: thing.optional(),
  comment: z.looseObject({ html_url: z.string(), body: z.string() }).optional(),
  ...known,
})

/** Actions that change nothing but labels and the like. */
const silent = new Set([
  'label_updated',
  'label_cleared',
  'milestoned',
  'demilestoned',
  'review_requested',
  'review_request_removed',
])

function assigneesOf({ assignee, assignees }: z.output<typeof thing>): readonly string[] {
  return assignees && assignees.length > 0 ? assignees : assignee ? [assignee] : []
}

function thingPost(given: unknown, event: string, hasTopic: boolean): Post | [] {
  const payload = fit(withThing, given)
  const { action, comment, sender, repository: place } = payload
  const subject = payload.pull_request ?? payload.issue
  if (!subject || silent.has(action)) return []
  const isPull = payload.pull_request !== undefined || Boolean(subject.pull_request)
  const number = payload.number ?? subject.number ?? 0
  const path = isPull ? 'pulls' : 'issues'
  const about: Thing = {
    type: isPull ? 'PR' : 'issue',
    number,
    title: subject.title,
    url: subject.html_url ?? `${place.html_url}/${path}/${number}`,
  }
  const topic = thingTopic(place.name, about)
  if (comment) {
    const verb =
      action === 'created'
        ? `[commented](${comment.html_url}) on`
        : `${action} a [comment](${comment.html_url}) on`
    return {
      event,
      topic,
      content: actText({ actor: sender, action: verb, thing: about, hasTopic, text: comment.body }),
    }
  }
  const isMerged = isPull && action === 'closed' && subject.merged
  const [head, base] = [subject.head?.ref ?? subject.head_branch, subject.base?.ref ?? subject.base_branch]
  return {
    event,
    topic,
    content: actText({
      actor: isMerged ? (subject.merged_by ?? sender) : sender,
      action: isMerged ? 'merged' : action === 'synchronized' ? 'updated' : action,
      thing: about,
      hasTopic,
      branches: isPull && head && base ? { head, base } : undefined,
      assignees: assigneesOf(subject),
      text: action === 'opened' || action === 'edited' ? subject.body : undefined,
    }),
  }
}

function release(given: unknown): Post {
  const {
    action,
    release: made,
    repository: place,
    sender,
  } = fit(
    z.looseObject({
      action: z.string(),
      release: z.looseObject({
        name: z.string(),
        tag_name: z.string(),
        html_url: z.string().optional(),
        author: user.optional(),
      }),
      ...known,
    }),
    given,
  )
  const { name, tag_name, html_url = `${place.html_url}/releases/tag/${tag_name}`, author } = made
  return {
    event: 'release',
    topic: `${place.name} / ${tag_name} ${name}`,
    content: releaseText(author ?? sender, action, name, html_url, tag_name),
  }
}

export const gitea = integration({
  name: 'gitea',
  aliases: ['forgejo', 'gogs'],
  label: 'Gitea, Forgejo, Gogs',
  group: 'code',
  setup:
    'In the repository, open **Settings → Webhooks → Add webhook**, choose the name of your server, paste the address as **Target URL**, keep **application/json**, enter a secret and add it to the address as `webhook_secret`.',
  events: ['create', 'delete', 'issue_comment', 'issues', 'pull_request', 'push', 'release'],
  eventHeader: ['x-gitea-event', 'x-forgejo-event', 'x-gogs-event'],
  signature: giteaSignature,
  options: {
    branches: option.text('Branches that are posted, with commas between them'),
    ignore_private_repositories: option.flag('Leave out private repositories'),
  },
  payload: z.looseObject({ repository: z.looseObject({ private: z.boolean().optional() }) }),
  read({ payload, event, options, hasTopic }) {
    if (options.ignore_private_repositories && payload.repository.private) return []
    switch (event) {
      case 'push':
        return push(payload, options.branches)
      case 'create':
      case 'delete':
        return madeOrDeleted(payload, event, options.branches)
      case 'issues':
      case 'issue_comment':
      case 'pull_request':
      case 'pull_request_comment':
        return thingPost(payload, event === 'pull_request_comment' ? 'issue_comment' : event, hasTopic)
      case 'release':
        return release(payload)
      default:
        return unsupported(event)
    }
  },
})
