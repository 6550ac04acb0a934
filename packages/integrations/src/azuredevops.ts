import * as z from 'zod'
import { actText, isWantedBranch, nameOfRef, pushText, type Thing, thingTopic } from './git-text.ts'
import { fit, integration, option, type Post, unsupported } from './integration.ts'

const person = z.looseObject({ displayName: z.string() })
const repository = z.looseObject({ name: z.string(), remoteUrl: z.string().default('') })
const pull = z.looseObject({
  repository,
  pullRequestId: z.int(),
  title: z.string(),
  description: z.string().nullish(),
  status: z.string(),
  createdBy: person,
  closedBy: person.optional(),
  sourceRefName: z.string(),
  targetRefName: z.string(),
  reviewers: z.array(person).nullish(),
  _links: z.looseObject({ web: z.looseObject({ href: z.string() }).optional() }).optional(),
})

function push(given: unknown, branches: string): Post[] {
  const {
    pushedBy,
    repository: place,
    refUpdates,
    commits,
  } = fit(
    z.looseObject({
      pushedBy: person,
      repository,
      refUpdates: z.array(
        z.looseObject({ name: z.string(), oldObjectId: z.string(), newObjectId: z.string() }),
      ),
      commits: z
        .array(
          z.looseObject({
            commitId: z.string(),
            comment: z.string(),
            author: z.looseObject({ name: z.string() }),
          }),
        )
        .nullish(),
    }),
    given,
  )
  const actor = pushedBy.displayName
  return refUpdates.flatMap(({ name, oldObjectId, newObjectId }): Post[] => {
    const branch = nameOfRef(name)
    if (!isWantedBranch(branches, branch)) return []
    const topic = `${place.name} / ${branch}`
    if (/^0+$/.test(newObjectId))
      return [{ event: 'git.push', topic, content: `${actor} deleted branch ${branch}.` }]
    const content = pushText({
      actor,
      branch,
      compareUrl: `${place.remoteUrl}/branchCompare?baseVersion=GC${oldObjectId}&targetVersion=GC${newObjectId}&_a=files`,
      commits: (commits ?? []).map(({ commitId, comment, author }) => ({
        id: commitId,
        url: `${place.remoteUrl}/commit/${commitId}`,
        message: comment,
        author: author.name,
      })),
    })
    return [{ event: 'git.push', topic, content }]
  })
}

function pullPost(given: unknown, event: string, message: string, hasTopic: boolean): Post {
  const about = fit(pull, given)
  const thing: Thing = {
    type: 'PR',
    number: about.pullRequestId,
    title: about.title,
    url: about._links?.web?.href ?? `${about.repository.remoteUrl}/pullrequest/${about.pullRequestId}`,
  }
  const isNew = event === 'git.pullrequest.created'
  // Updates say who did what in a sentence only.
  const actor = isNew
    ? about.createdBy.displayName
    : (about.closedBy?.displayName ??
      (message.split(/ (?:updated|has|completed|abandoned|changed)/)[0] || about.createdBy.displayName))
  const action = isNew
    ? 'created'
    : event === 'git.pullrequest.merged'
      ? 'merged'
      : about.status === 'abandoned'
        ? 'abandoned'
        : about.status === 'completed'
          ? 'completed'
          : 'updated'
  return {
    event,
    topic: thingTopic(about.repository.name, thing),
    content: actText({
      actor,
      action,
      thing,
      hasTopic,
      branches: isNew
        ? { head: nameOfRef(about.sourceRefName), base: nameOfRef(about.targetRefName) }
        : undefined,
      reviewers: isNew ? (about.reviewers ?? []).map(({ displayName }) => displayName) : [],
      text: isNew ? about.description : undefined,
    }),
  }
}

const plainEvents = [
  'build.complete',
  'ms.vss-release.deployment-completed-event',
  'workitem.created',
  'workitem.updated',
  'workitem.commented',
  'ms.vss-code.git-pullrequest-comment-event',
]

export const azureDevOps = integration({
  name: 'azuredevops',
  label: 'Azure DevOps',
  group: 'code',
  setup:
    'In the project, open **Project settings → Service hooks → Create subscription → Web Hooks**, choose an event, and paste the address as **URL**. Keep **All** for messages to send.',
  events: [
    'git.push',
    'git.pullrequest.created',
    'git.pullrequest.updated',
    'git.pullrequest.merged',
    ...plainEvents,
  ],
  options: { branches: option.text('Branches whose pushes are posted, with commas between them') },
  payload: z.looseObject({
    eventType: z.string(),
    resource: z.unknown(),
    message: z.looseObject({ text: z.string().default(''), markdown: z.string().optional() }).nullish(),
    detailedMessage: z.looseObject({ markdown: z.string().optional() }).nullish(),
  }),
  read({ payload, options, hasTopic }) {
    const { eventType: event, resource, message } = payload
    if (event === 'git.push') return push(resource, options.branches)
    if (event.startsWith('git.pullrequest.') && ['created', 'updated', 'merged'].includes(event.slice(16)))
      return pullPost(resource, event, message?.text ?? '', hasTopic)
    if (!plainEvents.includes(event)) return unsupported(event)
    // These come with a sentence of their own, with links.
    return {
      event,
      topic: message?.text.split(/[(:]/)[0]?.trim() || 'Azure DevOps',
      content: message?.markdown ?? message?.text ?? '',
    }
  },
})
