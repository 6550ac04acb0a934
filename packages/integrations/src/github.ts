import * as z from 'zod'
import { isWantedBranch, nameOfRef, pushText, tagText } from './git-text.ts'
import { commitComment, discussion, discussionComment, issueComment, issues } from './github-issues.ts'
import { type GitHubEvent, repository, sender, senderOf } from './github-parts.ts'
import { pullRequest, pullRequestReview, pullRequestReviewComment } from './github-pulls.ts'
import {
  aboutRepository,
  checkRun,
  createdOrDeleted,
  deployment,
  deploymentStatus,
  fork,
  gollum,
  member,
  membership,
  pageBuild,
  ping,
  release,
  repositoryChanged,
  star,
  status,
  team,
  teamAdd,
} from './github-repository.ts'
import { fit, integration, option, type Post, unsupported } from './integration.ts'
import { hubSignature } from './signature.ts'

const author = z.looseObject({ name: z.string().nullish(), username: z.string().nullish() })
const pushPayload = z.looseObject({
  ref: z.string(),
  deleted: z.boolean().default(false),
  forced: z.boolean().default(false),
  compare: z.string(),
  commits: z.array(z.looseObject({ id: z.string(), message: z.string(), url: z.string(), author })),
  sender,
  repository,
})

interface PushOptions {
  readonly branches: string
  readonly include_repository_name: boolean
}

function push({ payload: given }: GitHubEvent, options: PushOptions): Post | [] {
  const payload = fit(pushPayload, given)
  const { ref, deleted, forced, compare, repository: place } = payload
  const name = nameOfRef(ref)
  const actor = senderOf(payload)
  if (ref.startsWith('refs/tags/'))
    return { event: 'push_tags', topic: place.name, content: tagText(actor, name, deleted) }
  if (name.startsWith('gh-readonly-queue/') || !isWantedBranch(options.branches, name)) return []
  const topic = `${place.name} / ${name}`
  const where = options.include_repository_name ? ` of [${place.name}](${place.html_url})` : ''
  if (deleted)
    return {
      event: 'push_commits',
      topic,
      content: `${actor} [deleted](${compare}) the branch ${name}${where}.`,
    }
  const commits = payload.commits.map((commit) => ({
    ...commit,
    author: commit.author.username || commit.author.name || '',
  }))
  const content = pushText({
    actor,
    branch: name,
    compareUrl: compare,
    commits,
    isForced: forced,
    place: where,
  })
  return { event: 'push_commits', topic, content }
}

type Reader = (event: GitHubEvent, options: PushOptions) => Post | []

const readers: Readonly<Record<string, Reader>> = {
  check_run: checkRun,
  commit_comment: commitComment,
  create: (event) => createdOrDeleted(event, 'created'),
  delete: (event) => createdOrDeleted(event, 'deleted'),
  deployment,
  deployment_status: deploymentStatus,
  discussion,
  discussion_comment: discussionComment,
  fork,
  gollum,
  issue_comment: issueComment,
  issues,
  member,
  membership,
  page_build: pageBuild,
  ping,
  public: (event) => aboutRepository('public', event, (link) => `made ${link} public`),
  pull_request: pullRequest,
  pull_request_review: pullRequestReview,
  pull_request_review_comment: pullRequestReviewComment,
  push,
  release,
  repository: repositoryChanged,
  star,
  status,
  team,
  team_add: teamAdd,
  watch: (event) => aboutRepository('watch', event, (link) => `starred ${link}`),
}

/** Events that GitHub sends with everything switched on, and that say nothing to readers of a chat. */
const silent = new Set([
  'check_suite',
  'label',
  'meta',
  'milestone',
  'organization',
  'project_card',
  'repository_vulnerability_alert',
])

export const github = integration({
  name: 'github',
  label: 'GitHub',
  group: 'code',
  setup:
    'In the settings of the repository or organization, open **Webhooks**, choose **Add webhook** and paste the address as **Payload URL**. Choose **application/json**, enter a secret, add it to the address as `webhook_secret`, and select the events.',
  events: [
    'assigned_or_unassigned_pull_request',
    'check_run',
    'closed_pull_request',
    'commit_comment',
    'create',
    'delete',
    'deployment',
    'deployment_status',
    'discussion',
    'discussion_comment',
    'fork',
    'gollum',
    'issue_comment',
    'issue_labeled_or_unlabeled',
    'issue_milestoned_or_demilestoned',
    'issues',
    'locked_or_unlocked_pull_request',
    'member',
    'membership',
    'opened_pull_request',
    'page_build',
    'ping',
    'public',
    'pull_request_auto_merge',
    'pull_request_ready_for_review',
    'pull_request_review',
    'pull_request_review_comment',
    'pull_request_review_requested',
    'push_commits',
    'push_tags',
    'release',
    'repository',
    'star',
    'status',
    'team',
    'team_add',
    'updated_pull_request',
    'watch',
  ],
  eventHeader: 'x-github-event',
  signature: hubSignature,
  options: {
    branches: option.text('Branches whose pushes are posted, with commas between them'),
    ignore_private_repositories: option.flag('Leave out private repositories'),
    include_repository_name: option.flag('Name the repository in pushes'),
  },
  payload: z.looseObject({ repository: z.looseObject({ private: z.boolean().optional() }).nullish() }),
  read({ payload, event, options, hasTopic }) {
    if (options.ignore_private_repositories && payload.repository?.private === true) return []
    if (silent.has(event)) return []
    const reader = readers[event]
    return reader && Object.hasOwn(readers, event)
      ? reader({ payload, hasTopic }, options)
      : unsupported(event)
  },
})
