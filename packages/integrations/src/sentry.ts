import * as z from 'zod'
import { fit, integration, type Post, resolveTopics, unsupported } from './integration.ts'
import { fenced } from './quote.ts'
import { sentryTraceback } from './sentry-traceback.ts'
import { sentrySignature } from './signature.ts'

const event = z.looseObject({
  title: z.string().optional(),
  web_url: z.string().optional(),
  level: z.string().default('error'),
  datetime: z.string().optional(),
  timestamp: z.union([z.number(), z.string()]).optional(),
  platform: z.string().default('text'),
  message: z.string().nullish(),
  logentry: z.looseObject({ formatted: z.string().nullish() }).nullish(),
  metadata: z.looseObject({ filename: z.string().nullish() }).nullish(),
  exception: z.unknown().optional(),
})
type SentryEvent = z.output<typeof event>

const issue = z.looseObject({
  title: z.string(),
  level: z.string().default('error'),
  firstSeen: z.string().optional(),
  lastSeen: z.string().optional(),
  permalink: z.string().nullish(),
  web_url: z.string().optional(),
  assignedTo: z.looseObject({ type: z.string().optional(), name: z.string() }).nullish(),
})
type SentryIssue = z.output<typeof issue>

/** A time as every reader sees it in their own zone. */
const timeOf = (text: string | number | undefined): string => {
  if (text === undefined) return 'unknown'
  return typeof text === 'number'
    ? `<time:${Math.floor(text)}>`
    : `<time:${text.replace(/\.\d+/, '').replace(/Z?$/, (end) => (/[+-]\d\d:\d\d$/.test(text) ? '' : end || 'Z'))}>`
}

function eventPost(found: SentryEvent, url: string | undefined): Post {
  const title = found.title ?? found.message ?? 'Sentry'
  const facts = [`**level:** ${found.level}`, `**timestamp:** ${timeOf(found.datetime ?? found.timestamp)}`]
  const isException = found.exception !== undefined && found.exception !== null
  const filename = found.metadata?.filename
  if (isException && filename) facts.push(`**filename:** ${filename}`)
  const head = isException ? '**New exception:**' : '**New message event:**'
  const parts = [`${head} [${title}](${url ?? ''})\n${fenced('quote', facts.join('\n'))}`]
  if (isException) {
    const traceback = sentryTraceback(found.exception, filename ?? undefined)
    if (traceback !== undefined) parts.push(`Traceback:\n${fenced(languageOf(found.platform), traceback)}`)
  }
  return { event: 'event', topic: title, content: parts.join('\n\n') }
}

const languageOf = (platform: string) =>
  ({ node: 'javascript', c: 'c', csharp: 'csharp' })[platform] ?? platform

const nameOfAssignee = (assignee: SentryIssue['assignedTo']): string =>
  assignee ? (assignee.type === 'team' ? `team ${assignee.name}` : assignee.name) : 'No one'

function issuePost(
  action: string,
  found: SentryIssue,
  actor: { readonly type?: string | undefined; readonly name: string },
): Post {
  const url = found.permalink ?? found.web_url
  const title = url ? `[${found.title}](${url})` : found.title
  const by = actor.type === 'team' ? `team ${actor.name}` : actor.name
  const contents: Readonly<Record<string, string>> = {
    created: `**New issue created:** ${title}\n${fenced('quote', `**level:** ${found.level}\n**timestamp:** ${timeOf(found.firstSeen ?? found.lastSeen)}\n**assignee:** ${nameOfAssignee(found.assignedTo)}`)}`,
    assigned: `Issue **${found.title}** has now been assigned to **${nameOfAssignee(found.assignedTo)}** by **${by}**.`,
    resolved: `Issue **${found.title}** was marked as resolved by **${by}**.`,
    ignored: `Issue **${found.title}** was ignored by **${by}**.`,
    archived: `Issue **${found.title}** was archived by **${by}**.`,
    unresolved: `Issue **${found.title}** was marked as unresolved by **${by}**.`,
  }
  const content = contents[action]
  return content === undefined
    ? unsupported(`issue ${action}`)
    : {
        event: `issue_${action}`,
        topic: found.title,
        content,
        ...(action === 'assigned'
          ? {}
          : { alerts: [{ id: found.title, isOpen: action === 'created' || action === 'unresolved' }] }),
      }
}

const actorForm = z.looseObject({ type: z.string().optional(), name: z.string() })

export const sentry = integration({
  name: 'sentry',
  label: 'Sentry',
  group: 'monitoring',
  setup:
    'In Sentry, open **Settings → Developer Settings → Custom Integrations → Create New Integration → Internal Integration**, paste the address as **Webhook URL**, switch **Alert Rule Action** on, allow reading issues, and choose the webhooks **issue** and **error**. Add the client secret to the address as `webhook_secret`.',
  events: [
    'event',
    'issue_created',
    'issue_assigned',
    'issue_resolved',
    'issue_unresolved',
    'issue_ignored',
    'issue_archived',
  ],
  options: { resolve_topics: resolveTopics },
  signature: sentrySignature,
  payload: z.union([
    z.looseObject({
      action: z.string(),
      actor: actorForm.optional(),
      data: z.looseObject({ issue: issue.optional(), event: event.optional(), error: event.optional() }),
    }),
    // The plugin of older versions.
    z.looseObject({ project_name: z.string(), url: z.string(), event }),
    z.looseObject({ project: z.string(), url: z.string(), message: z.string() }),
  ]),
  read({ payload }) {
    if ('data' in payload && typeof payload.data === 'object') {
      const { action, data, actor = { name: 'Sentry' } } = fit(sentryWebhook, payload)
      const found = data.event ?? data.error
      if (found) return eventPost(found, found.web_url)
      return data.issue ? issuePost(action, data.issue, actor) : unsupported(`webhook ${action}`)
    }
    const old = fit(sentryPlugin, payload)
    if (old.event)
      return { ...eventPost(old.event, old.url), topic: old.event.title ?? old.project_name ?? 'Sentry' }
    const project = old.project ?? 'Sentry'
    return {
      event: 'event',
      topic: project,
      content: `New [issue](${old.url}) in ${project}: ${old.message ?? ''}.`,
    }
  },
})

const sentryWebhook = z.looseObject({
  action: z.string(),
  actor: actorForm.optional(),
  data: z.looseObject({ issue: issue.optional(), event: event.optional(), error: event.optional() }),
})
const sentryPlugin = z.looseObject({
  project_name: z.string().optional(),
  project: z.string().optional(),
  url: z.string(),
  message: z.string().optional(),
  event: event.optional(),
})
