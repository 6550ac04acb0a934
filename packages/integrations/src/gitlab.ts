import * as z from 'zod'
import {
  actText,
  commitCommentText,
  isWantedBranch,
  nameOfRef,
  pushText,
  releaseText,
  tagText,
  type Thing,
  thingTopic,
} from './git-text.ts'
import { buildText, pipelineText } from './gitlab-builds.ts'
import { fit, integration, option, type Post, unsupported } from './integration.ts'
import { gitlabToken } from './signature.ts'

const person = z.looseObject({ name: z.string() })
const project = z.looseObject({ name: z.string(), web_url: z.string(), visibility_level: z.int().optional() })
const zeros = /^0+$/

const pushPayload = z.looseObject({
  user_name: z.string(),
  ref: z.string(),
  before: z.string(),
  after: z.string(),
  project,
  total_commits_count: z.int().optional(),
  commits: z
    .array(z.looseObject({ id: z.string(), message: z.string(), url: z.string(), author: person }))
    .default([]),
})

/** HTML comments, which templates of descriptions have. */
const withoutComments = (text: string | null | undefined) => text?.replaceAll(/<!--[^]*?-->/g, '').trim()

function push(given: unknown, branches: string): Post | [] {
  const {
    user_name: actor,
    ref,
    before,
    after,
    project: place,
    commits,
    total_commits_count: total,
  } = fit(pushPayload, given)
  const branch = nameOfRef(ref)
  if (!isWantedBranch(branches, branch)) return []
  const topic = `${place.name} / ${branch}`
  if (zeros.test(after)) return { event: 'Push Hook', topic, content: `${actor} deleted branch ${branch}.` }
  const compareUrl = `${place.web_url}/-/compare/${before}...${after}`
  const named = commits.map((commit) => ({ ...commit, author: commit.author.name }))
  return {
    event: 'Push Hook',
    topic,
    content: pushText({ actor, branch, compareUrl, commits: named, total }),
  }
}

const attributes = z.looseObject({
  iid: z.int(),
  title: z.string(),
  url: z.string(),
  action: z.string().optional(),
  description: z.string().nullish(),
  oldrev: z.string().optional(),
  source_branch: z.string().optional(),
  target_branch: z.string().optional(),
})
const thingPayload = z.looseObject({
  user: person,
  project,
  object_attributes: attributes,
  assignees: z.array(person).optional(),
  reviewers: z.array(person).optional(),
})

const verbs: Readonly<Record<string, string>> = {
  open: 'created',
  close: 'closed',
  reopen: 'reopened',
  update: 'updated',
  merge: 'merged',
  approved: 'approved',
  approval: 'approved',
  unapproved: 'unapproved',
  unapproval: 'unapproved',
}

interface Reading {
  readonly hasTopic: boolean
  /** True if topics of merge requests carry their titles. */
  readonly usesTitles: boolean
}

function thingPost(given: unknown, hook: string, { hasTopic, usesTitles }: Reading): Post {
  const {
    user,
    project: place,
    object_attributes: about,
    assignees = [],
    reviewers = [],
  } = fit(thingPayload, given)
  const action = about.action ?? 'update'
  const verb = verbs[action]
  if (verb === undefined) return unsupported(`${hook} ${action}`)
  const isRequest = hook === 'Merge Request Hook'
  const thing: Thing = {
    type: isRequest ? 'MR' : 'issue',
    number: about.iid,
    title: about.title,
    url: about.url,
  }
  const isNew = action === 'open'
  const { source_branch: head, target_branch: base } = about
  const hasTitle = !isRequest || usesTitles
  return {
    event: `${hook} ${verb === 'approved' || verb === 'unapproved' ? verb : action}`,
    topic: hasTitle ? thingTopic(place.name, thing) : `${place.name} / MR #${about.iid}`,
    content: actText({
      actor: user.name,
      action: isRequest && about.oldrev !== undefined ? 'added commit(s) to' : verb,
      thing,
      hasTopic: hasTopic || !hasTitle,
      branches: isRequest && isNew && head && base ? { head, base } : undefined,
      assignees: isNew || action === 'update' ? assignees.map(({ name }) => name) : [],
      reviewers: isNew ? reviewers.map(({ name }) => name) : [],
      text: isNew ? withoutComments(about.description) : undefined,
    }),
  }
}

const about = z.looseObject({ iid: z.int().optional(), id: z.int(), title: z.string() })
const notePayload = z.looseObject({
  user: person,
  project,
  object_attributes: z.looseObject({ noteable_type: z.string(), note: z.string(), url: z.string() }),
  commit: z.looseObject({ id: z.string(), url: z.string() }).nullish(),
  issue: about.nullish(),
  merge_request: about.nullish(),
  snippet: about.nullish(),
})

function note(given: unknown, hook: string, { hasTopic, usesTitles }: Reading): Post {
  const { user, project: place, object_attributes, ...on } = fit(notePayload, given)
  const { note: text, url, noteable_type: kind } = object_attributes
  const event = `${hook} ${kind}`
  if (on.commit)
    return {
      event,
      topic: place.name,
      content: commitCommentText(user.name, `[commented](${url})`, on.commit.id, on.commit.url, text),
    }
  const [type, found] = on.merge_request
    ? (['MR', on.merge_request] as const)
    : on.issue
      ? (['issue', on.issue] as const)
      : (['snippet', on.snippet] as const)
  if (!found) return unsupported(event)
  const thing: Thing = {
    type,
    number: found.iid ?? found.id,
    title: found.title,
    url: url.split('#')[0] ?? url,
  }
  const hasTitle = type !== 'MR' || usesTitles
  return {
    event,
    topic: hasTitle ? thingTopic(place.name, thing) : `${place.name} / MR #${thing.number}`,
    content: actText({
      actor: user.name,
      action: `[commented](${url}) on`,
      thing,
      hasTopic: hasTopic || !hasTitle,
      text,
    }),
  }
}

function wiki(given: unknown): Post {
  const {
    user,
    project: place,
    object_attributes: page,
  } = fit(
    z.looseObject({
      user: person,
      project,
      object_attributes: z.looseObject({
        title: z.string(),
        url: z.string(),
        action: z.enum(['create', 'update', 'delete']),
      }),
    }),
    given,
  )
  const content = `${user.name} ${page.action}d [wiki page "${page.title}"](${page.url}).`
  return { event: `Wiki Page Hook ${page.action}`, topic: place.name, content }
}

function release(given: unknown): Post {
  const {
    project: place,
    name,
    tag,
    url,
    action,
    commit,
  } = fit(
    z.looseObject({
      project,
      name: z.string(),
      tag: z.string(),
      url: z.string(),
      action: z.enum(['create', 'update', 'delete']),
      commit: z.looseObject({ author: person }),
    }),
    given,
  )
  return {
    event: 'Release Hook',
    topic: place.name,
    content: releaseText(commit.author.name, `${action}d`, name, url, tag),
  }
}

function featureFlag(given: unknown): Post {
  const {
    user,
    project: place,
    object_attributes: flag,
  } = fit(
    z.looseObject({
      user: person,
      project,
      object_attributes: z.looseObject({ id: z.int(), name: z.string(), active: z.boolean() }),
    }),
    given,
  )
  const verb = flag.active ? 'activated' : 'deactivated'
  const content = `${user.name} ${verb} the feature flag [${flag.name}](${place.web_url}/-/feature_flags/${flag.id}).`
  return { event: 'Feature Flag Hook', topic: place.name, content }
}

/** Hooks by the words that system hooks have in their payloads. */
const hooksByKind: Readonly<Record<string, string>> = {
  push: 'Push Hook',
  tag_push: 'Tag Push Hook',
  merge_request: 'Merge Request Hook',
  issue: 'Issue Hook',
  note: 'Note Hook',
  pipeline: 'Pipeline Hook',
  build: 'Job Hook',
  wiki_page: 'Wiki Page Hook',
  release: 'Release Hook',
}

function postOf(hook: string, payload: unknown, options: Reading & { readonly branches: string }): Post | [] {
  switch (hook) {
    case 'Push Hook':
      return push(payload, options.branches)
    case 'Tag Push Hook': {
      const { user_name, ref, after, project: place } = fit(pushPayload, payload)
      return {
        event: hook,
        topic: place.name,
        content: tagText(user_name, nameOfRef(ref), zeros.test(after)),
      }
    }
    case 'Test Hook': {
      const { name } = fit(z.looseObject({ project }), payload).project
      return {
        event: hook,
        topic: name,
        content: `Webhook for **${name}** has been configured successfully! :tada:`,
      }
    }
    case 'Issue Hook':
    case 'Confidential Issue Hook':
    case 'Merge Request Hook':
      return thingPost(payload, hook, options)
    case 'Note Hook':
    case 'Confidential Note Hook':
      return note(payload, hook, options)
    case 'Job Hook':
    case 'Build Hook': {
      const { name } = fit(z.looseObject({ repository: person }), payload).repository
      const { branch, content } = buildText(payload)
      return isWantedBranch(options.branches, branch)
        ? { event: hook, topic: `${name} / ${branch}`, content }
        : []
    }
    case 'Pipeline Hook': {
      const { name } = fit(z.looseObject({ project }), payload).project
      const { branch, content } = pipelineText(payload)
      return isWantedBranch(options.branches, branch)
        ? { event: hook, topic: `${name} / ${branch}`, content }
        : []
    }
    case 'Wiki Page Hook':
      return wiki(payload)
    case 'Release Hook':
      return release(payload)
    case 'Feature Flag Hook':
      return featureFlag(payload)
    default:
      return unsupported(hook)
  }
}

const events = [
  'Push Hook',
  'Tag Push Hook',
  'Test Hook',
  ...['Issue Hook', 'Confidential Issue Hook'].flatMap((hook) =>
    ['open', 'close', 'reopen', 'update'].map((action) => `${hook} ${action}`),
  ),
  ...['open', 'close', 'reopen', 'update', 'merge', 'approved', 'unapproved'].map(
    (action) => `Merge Request Hook ${action}`,
  ),
  ...['Note Hook', 'Confidential Note Hook'].flatMap((hook) =>
    ['Commit', 'MergeRequest', 'Issue', 'Snippet'].map((kind) => `${hook} ${kind}`),
  ),
  ...['create', 'update', 'delete'].map((action) => `Wiki Page Hook ${action}`),
  'Job Hook',
  'Build Hook',
  'Pipeline Hook',
  'Release Hook',
  'Feature Flag Hook',
]

/** GitLab's level of projects that everybody may see. */
const publicLevel = 20

export const gitlab = integration({
  name: 'gitlab',
  label: 'GitLab',
  group: 'code',
  setup:
    'In the project, open **Settings → Webhooks**, paste the address as **URL**, enter a **Secret token**, add it to the address as `webhook_secret`, and select the triggers.',
  events,
  eventHeader: 'x-gitlab-event',
  signature: gitlabToken,
  deliveryId: ({ header }) => header('idempotency-key'),
  options: {
    branches: option.text('Branches that are posted, with commas between them'),
    ignore_private_repositories: option.flag('Leave out private projects'),
    use_merge_request_title: option.flag('Put titles of merge requests into topics', true),
  },
  payload: z.looseObject({
    object_kind: z.string().optional(),
    event_name: z.string().optional(),
    project: z
      .looseObject({ name: z.string(), web_url: z.string(), visibility_level: z.int().optional() })
      .optional(),
  }),
  read({ payload, event, options, hasTopic }) {
    const { project: place, object_kind, event_name } = payload
    if (options.ignore_private_repositories && place && (place.visibility_level ?? publicLevel) < publicLevel)
      return []
    const kind = object_kind ?? event_name ?? ''
    const hook = event === 'System Hook' ? (hooksByKind[kind] ?? unsupported(`System Hook ${kind}`)) : event
    const post = postOf(hook, payload, {
      hasTopic,
      usesTitles: options.use_merge_request_title,
      branches: options.branches,
    })
    if (!hasTopic || !place || 'length' in post) return post
    return { ...post, content: `[[${place.name}](${place.web_url})] ${post.content}` }
  },
})
