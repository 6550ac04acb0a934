import type { Args } from '@tagma/contract/define.ts'
import type { receiveWebhook as contract } from '@tagma/contract/endpoints/integrations/receive-webhook.ts'
import { limits } from '@tagma/contract/limits.ts'
import { codePointLength } from '@tagma/contract/primitives.ts'
import type { Integration, Post } from '@tagma/integrations/integration.ts'
import { integrations } from '@tagma/integrations/integrations.ts'
import { json } from '@tagma/integrations/json.ts'
import { type Read, run } from '@tagma/integrations/run.ts'
import { standardSignature } from '@tagma/integrations/signature.ts'
import { type HookTemplate, templated } from '@tagma/integrations/template.ts'
import type { Call } from '#call/call.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import { type BotConfiguration, findConfiguration, noConfiguration } from '#store/people/bots.ts'
import { findTemplate } from '#store/people/hook-templates.ts'
import { keepingRequest, type KeepRequest } from './keep-request.ts'
import { postAll } from './post-all.ts'
import { readPayload } from './read-payload.ts'
import { resolvesTopics } from './resolve-topics.ts'
import { signatureProblem } from './signature-problem.ts'
import { prepareTellingOwner } from './tell-owner.ts'

type Arguments = Args<typeof contract>

const byName = new Map(
  integrations.flatMap((found) =>
    [found.name, ...(found.aliases ?? [])].map((name) => [name, found] as const),
  ),
)

/** Posts the messages that an integration makes of a request. Returns the fields of the answer. */
export async function receiveWebhook(
  call: Call,
  args: Arguments,
): Promise<Readonly<Record<string, unknown>>> {
  const { caller, db } = call
  if (args.bot_id !== undefined && args.bot_id !== String(caller.id))
    throw new Refusal('INVALID_API_KEY', 'The key is not one of this bot.')
  const named = byName.get(args.integration)
  if (!named)
    throw new Refusal(
      'NOT_FOUND',
      `This server has no integration '${args.integration}'. 'json' and 'slack_incoming' take what many services send.`,
    )
  const template = named === json ? await findTemplateOf(call, args) : undefined
  const integration = template ? templated(named, template) : named
  const bot = (await findConfiguration(db, caller.id)) ?? noConfiguration
  const found = await readPayload(integration, args.payload)
  const payload = found?.payload
  const keep = keepingRequest(call, integration, args.payload, payload)
  const refuse = async (refusal: Refusal, problem: string): Promise<never> => {
    await tellOwner(call, { integration, problem, payload, keep })
    throw refusal
  }
  // The address cannot replace the bot’s own secret: whoever has the key could sign by one of theirs.
  const secret = configuredSecret(bot) ?? args.webhook_secret
  if (secret !== undefined && secret !== '') {
    const problem = signatureProblem(integration.signature ?? standardSignature, secret, args.payload, {
      now: call.now,
      origin: organizationUrl(call.services.config, call.directory.organization),
    })
    if (problem !== undefined) await refuse(badRequest(problem), problem)
  }
  if (!found) await refuse(new Refusal('INVALID_JSON', 'Malformed JSON'), 'its payload is not JSON.')
  const read = readRequest(call, integration, args, payload)
  if (read.kind === 'caller') return { full_name: caller.fullName, email: caller.email, id: caller.id }
  if (read.kind !== 'posts') {
    const { refusal, problem } = refusalFor(integration, read, template !== undefined)
    if (problem !== undefined) return refuse(refusal, problem)
    if (keep) await call.transact((tx) => keep(tx, { posts: 0, problem: refusal.message }))
    throw refusal
  }
  await post(call, integration, args, { bot, payload, posts: read.posts, keep })
  return integration.answer ?? {}
}

/** The template that the address asks for: one of the bot, or one that it brings along. */
async function findTemplateOf(
  { caller, db }: Call,
  { template: name, title = '', body: content }: Arguments,
): Promise<HookTemplate | undefined> {
  if (name !== undefined) {
    const found = await findTemplate(db, caller.id, name)
    if (!found) throw badRequest(`The bot has no template '${name}'.`)
    return found
  }
  if (content === undefined) return undefined
  if (codePointLength(title) + codePointLength(content) > limits.maxInlineTemplateLength)
    throw badRequest(
      `The template in the address is too long (limit: ${limits.maxInlineTemplateLength} characters): keep it with the bot.`,
    )
  return { topic: title, content, when: '', event: '' }
}

const configuredSecret = ({ services }: BotConfiguration): string | undefined =>
  services.flatMap((service) =>
    'config_data' in service ? (service.config_data.webhook_secret ?? []) : [],
  )[0]

function readRequest(
  { directory }: Call,
  integration: Integration,
  { payload: { headers, query } }: Arguments,
  payload: unknown,
): Read {
  const emails = integration.people?.(payload) ?? []
  const people = new Map(
    emails.slice(0, 100).flatMap((email) => {
      const user = directory.userByEmail(email)
      return user ? [[email, user.fullName] as const] : []
    }),
  )
  return run(integration, { payload, header: (name) => headers[name], query, people })
}

/** The refusal for a request without messages, and the sentence for the bot's owner where they have to know. */
function refusalFor(
  { label }: Integration,
  read: Exclude<Read, { kind: 'posts' | 'caller' }>,
  isTemplated: boolean,
): { refusal: Refusal; problem?: string } {
  switch (read.kind) {
    case 'no event header':
      return {
        refusal: new Refusal('MISSING_HTTP_EVENT_HEADER', `Missing the HTTP event header '${read.header}'`, {
          webhook_name: label,
          header: read.header,
        }),
        problem: `it lacks the header \`${read.header}\`, which names the event.`,
      }
    case 'unsupported':
      return {
        refusal: new Refusal(
          'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
          `The integration ${label} posts nothing for the event '${read.event}'.`,
          { webhook_name: label, event_type: read.event },
        ),
      }
    case 'misfit':
      return {
        refusal: new Refusal(
          'ANOMALOUS_WEBHOOK_PAYLOAD',
          `Unable to parse request: Did ${label} generate this event?`,
          {
            webhook_name: label,
          },
        ),
        problem: `its payload is not one of this service, or of another version of it. See: \`${read.places.join('`, `')}\``,
      }
    case 'unusable':
      return isTemplated
        ? { refusal: badRequest(read.reason), problem: `its template fails. ${read.reason}` }
        : { refusal: badRequest(read.reason) }
  }
}

interface Trouble {
  readonly integration: Integration
  readonly problem: string
  readonly payload: unknown
  /** Undefined where the request is kept already. */
  readonly keep?: KeepRequest | undefined
}

async function tellOwner(call: Call, { integration, problem, payload, keep }: Trouble): Promise<void> {
  const tell = await prepareTellingOwner(call, { label: integration.label, problem, payload })
  if (!tell && !keep) return
  await call.transact(async (tx) => {
    await tell?.(tx)
    await keep?.(tx, { posts: 0, problem })
  })
}

interface ReadRequest {
  readonly bot: BotConfiguration
  readonly payload: unknown
  readonly posts: readonly Post[]
  readonly keep: KeepRequest | undefined
}

/** Posts all messages or none. A channel that is missing is the owner's concern, not the sender's. */
async function post(
  call: Call,
  integration: Integration,
  args: Arguments,
  { bot, payload, posts, keep }: ReadRequest,
): Promise<void> {
  if (posts.length === 0) {
    if (keep) await call.transact((tx) => keep(tx, { posts: 0 }))
    return
  }
  const header = (name: string) => args.payload.headers[name]
  const delivery = integration.deliveryId?.({ payload, header })
  try {
    const isResolving = resolvesTopics(integration, args.payload.query)
    const batch = { bot, posts, place: args, isResolving, delivery, keep }
    const trouble = await postAll(call, integration, batch)
    if (trouble !== undefined) await tellOwner(call, { integration, problem: trouble, payload })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const isUnknown = error.code === 'STREAM_DOES_NOT_EXIST'
    const remedy = isUnknown
      ? ' You can [make it](/#channels/new), or correct the address of the webhook.'
      : ''
    const problem = `it could not be posted. ${error.message}.${remedy}`
    await tellOwner(call, { integration, problem, payload, keep })
    if (!isUnknown) throw error
  }
}
