import * as z from 'zod'
import { actText, commitCommentText, isWantedBranch, tagText, type Thing, thingTopic } from './git-text.ts'
import { fit, integration, option, type Post, unsupported } from './integration.ts'
import { hubSignature } from './signature.ts'

const links = z.looseObject({ self: z.array(z.looseObject({ href: z.string() })) }).optional()
const firstLink = (given: z.output<typeof links>) => given?.self[0]?.href
/** People are links to their profiles, where the server says where these are. */
const person = z
  .looseObject({ name: z.string(), displayName: z.string().optional(), links })
  .transform(({ name, displayName = name, links: given }) => {
    const url = firstLink(given)
    return url === undefined ? displayName : `[${displayName}](${url})`
  })
const repository = z.looseObject({
  name: z.string(),
  slug: z.string().optional(),
  project: z.looseObject({ key: z.string() }).optional(),
  links,
})
const known = { actor: person, repository }

function refsChanged(given: unknown, branches: string): Post[] {
  const {
    actor,
    repository: place,
    changes,
  } = fit(
    z.looseObject({
      ...known,
      changes: z.array(
        z.looseObject({
          ref: z.looseObject({ displayId: z.string(), type: z.enum(['BRANCH', 'TAG']) }),
          toHash: z.string(),
          type: z.enum(['ADD', 'UPDATE', 'DELETE']),
        }),
      ),
    }),
    given,
  )
  return changes.flatMap(({ ref, toHash, type }): Post[] => {
    const name = ref.displayId
    if (ref.type === 'TAG')
      return [
        { event: 'repo:refs_changed', topic: place.name, content: tagText(actor, name, type === 'DELETE') },
      ]
    if (!isWantedBranch(branches, name)) return []
    const contents = {
      ADD: `${actor} created ${name} branch.`,
      UPDATE: `${actor} pushed to branch ${name}. Head is now ${toHash}.`,
      DELETE: `${actor} deleted branch ${name}.`,
    }
    return [{ event: 'repo:refs_changed', topic: `${place.name} / ${name}`, content: contents[type] }]
  })
}

const comment = z.looseObject({ id: z.int(), text: z.string() })

function commitComment(given: unknown, event: string): Post {
  const {
    actor,
    repository: place,
    comment: said,
    commit,
  } = fit(z.looseObject({ ...known, comment, commit: z.string() }), given)
  const base = firstLink(place.links)?.replace(/\/browse$/, '') ?? ''
  const url = `${base}/commits/${commit}`
  const verb = event.endsWith(':added')
    ? `[commented](${url})`
    : event.endsWith(':edited')
      ? `edited their [comment](${url})`
      : `deleted their [comment](${url})`
  return { event, topic: place.name, content: commitCommentText(actor, verb, commit, url, said.text) }
}

const side = z.looseObject({ displayId: z.string(), repository })
const pull = z.looseObject({
  id: z.int(),
  title: z.string(),
  description: z.string().nullish(),
  fromRef: side,
  toRef: side,
  reviewers: z.array(z.looseObject({ user: person })).default([]),
  links,
})

const actions: Readonly<Record<string, string>> = {
  'pr:opened': 'opened',
  'pr:modified': 'modified',
  'pr:merged': 'merged',
  'pr:declined': 'declined',
  'pr:deleted': 'deleted',
  'pr:reviewer:approved': 'approved',
  'pr:reviewer:unapproved': 'unapproved',
  'pr:reviewer:needs_work': 'marked as "needs work"',
  'pr:reviewer:updated': 'reassigned',
  'pr:from_ref_updated': 'updated',
}

function pullPost(given: unknown, event: string, hasTopic: boolean): Post {
  const {
    actor,
    pullRequest: about,
    comment: said,
  } = fit(z.looseObject({ actor: person, pullRequest: pull, comment: comment.optional() }), given)
  const place = about.toRef.repository
  const url = firstLink(about.links) ?? ''
  const thing: Thing = { type: 'PR', number: about.id, title: about.title, url }
  const topic = thingTopic(place.name, thing)
  if (event.startsWith('pr:comment:')) {
    const verb = event.endsWith('added')
      ? 'commented on'
      : event.endsWith('edited')
        ? 'edited their comment on'
        : 'deleted their comment on'
    const text = event.endsWith('deleted') && said ? `~~${said.text}~~` : said?.text
    return { event, topic, content: actText({ actor, action: verb, thing, hasTopic, text }) }
  }
  const isShown = event === 'pr:opened' || event === 'pr:modified'
  return {
    event,
    topic,
    content: actText({
      actor,
      action: actions[event] ?? unsupported(event),
      thing,
      hasTopic,
      branches:
        isShown || event === 'pr:merged'
          ? { head: about.fromRef.displayId, base: about.toRef.displayId }
          : undefined,
      reviewers: isShown || event === 'pr:reviewer:updated' ? about.reviewers.map(({ user }) => user) : [],
      text: isShown ? about.description : undefined,
    }),
  }
}

const commentEvents = ['repo:comment:added', 'repo:comment:edited', 'repo:comment:deleted']
const pullCommentEvents = ['pr:comment:added', 'pr:comment:edited', 'pr:comment:deleted']

export const bitbucketServer = integration({
  name: 'bitbucket3',
  label: 'Bitbucket Server',
  group: 'code',
  setup:
    'In the repository, open **Repository settings → Webhooks → Create webhook**, paste the address as **URL**, enter a secret, add it to the address as `webhook_secret`, and choose the events.',
  events: [
    'diagnostics:ping',
    'repo:refs_changed',
    'repo:forked',
    'repo:modified',
    ...commentEvents,
    ...Object.keys(actions),
    ...pullCommentEvents,
  ],
  eventHeader: 'x-event-key',
  signature: hubSignature,
  options: { branches: option.text('Branches whose pushes are posted, with commas between them') },
  payload: z.looseObject({}),
  read({ payload, event, options, hasTopic }) {
    if (event === 'diagnostics:ping')
      return {
        event,
        topic: 'Bitbucket Server Ping',
        content: 'Congratulations! The webhook was configured successfully!',
      }
    if (event === 'repo:refs_changed') return refsChanged(payload, options.branches)
    if (event === 'repo:forked') {
      const { actor, repository: fork } = fit(
        z.looseObject({
          actor: person,
          repository: z.looseObject({ ...repository.shape, origin: repository }),
        }),
        payload,
      )
      return {
        event,
        topic: fork.origin.name,
        content: `${actor} forked the repository into [${fork.name}](${firstLink(fork.links) ?? ''}).`,
      }
    }
    if (event === 'repo:modified') {
      const {
        actor,
        old,
        new: now,
      } = fit(z.looseObject({ actor: person, old: repository, new: repository }), payload)
      return {
        event,
        topic: now.name,
        content: `${actor} changed the name of the **${old.name}** repo to **${now.name}**.`,
      }
    }
    if (commentEvents.includes(event)) return commitComment(payload, event)
    return event.startsWith('pr:') ? pullPost(payload, event, hasTopic) : unsupported(event)
  },
})
