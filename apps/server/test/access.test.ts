import { ApiError } from '@tagma/client/api-error.ts'
import type { Endpoint, RoleFloor } from '@tagma/contract/define.ts'
import { createBot } from '@tagma/contract/endpoints/bots/create-bot.ts'
import { createChannelFolder } from '@tagma/contract/endpoints/channel-folders/create-channel-folder.ts'
import { createDrafts } from '@tagma/contract/endpoints/drafts/create-drafts.ts'
import { exportRealm } from '@tagma/contract/endpoints/exports/export-realm.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { createInviteLink } from '@tagma/contract/endpoints/invites/create-invite-link.ts'
import { getInvites } from '@tagma/contract/endpoints/invites/get-invites.ts'
import { addLinkifier } from '@tagma/contract/endpoints/linkifiers/add-linkifier.ts'
import { addCodePlayground } from '@tagma/contract/endpoints/playgrounds/add-code-playground.ts'
import { createCustomProfileField } from '@tagma/contract/endpoints/profile-fields/create-custom-profile-field.ts'
import { createScheduledMessage } from '@tagma/contract/endpoints/scheduled/create-scheduled-message.ts'
import { createSavedSnippet } from '@tagma/contract/endpoints/snippets/create-saved-snippet.ts'
import { expect, test } from 'vitest'
import { deactivateUser } from '#areas/accounts/deactivate-user.ts'
import { type Account, allEndpoints, declares, type TestApp, testApp } from '#test/app.ts'
import type { TestUser } from '#test/given.ts'

// Tests who may call which endpoint.

/** Returns the refusal of a call, or undefined if it was carried out. Throws faults of the server. */
async function refusalOf(
  t: TestApp,
  endpoint: Endpoint,
  args: Readonly<Record<string, unknown>>,
  account?: Account,
): Promise<ApiError | undefined> {
  try {
    await t.as(account).call(endpoint, args)
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

const ranks: Readonly<Record<RoleFloor, number>> = {
  anyone: 600,
  guest: 600,
  member: 400,
  moderator: 300,
  administrator: 200,
  owner: 100,
}
const botRefusal = 'This endpoint does not accept bot requests.'
const webhookRefusal = 'This API is not available to incoming webhook bots.'
const floorRefusals: ReadonlyMap<string, string> = new Map([
  ['Not allowed for guest users', 'BAD_REQUEST'],
  ['Must be an organization moderator', 'UNAUTHORIZED_PRINCIPAL'],
  ['Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'],
  ['Must be an organization owner', 'UNAUTHORIZED_PRINCIPAL'],
  [botRefusal, 'BAD_REQUEST'],
  [webhookRefusal, 'UNAUTHORIZED'],
])

/** Returns the refusal that a declaration demands for a role; `heard` if it lets the caller in. */
function demanded(endpoint: Endpoint, role: number, isBot: boolean, isWebhook: boolean): string {
  if (isWebhook && !endpoint.incomingWebhooks && endpoint.role !== 'anyone') return webhookRefusal
  if (role > ranks[endpoint.role])
    return endpoint.role === 'member'
      ? 'Not allowed for guest users'
      : `Must be an organization ${endpoint.role}`
  return isBot && endpoint.bots === false ? botRefusal : 'heard'
}

/** Tells the outcome of a call. `heard`: carried out, or refused for its arguments and not for its caller. */
function outcomeOf(endpoint: Endpoint, refusal: ApiError | undefined): string {
  if (!refusal) return 'heard'
  const { code, message, status } = refusal
  if (floorRefusals.get(message) === code) return message
  if (message === "Missing 'api_key' argument") return 'no key'
  if (['UNAUTHORIZED', 'INVALID_API_KEY', 'USER_DEACTIVATED', 'REALM_DEACTIVATED'].includes(code)) return code
  return status < 500 && declares(endpoint, refusal) ? 'heard' : `undeclared ${code}: ${message}`
}

/** One caller of each kind, those with the fewest rights first. */
async function callers(t: TestApp): Promise<(readonly [name: string, role: number, user: TestUser])[]> {
  const { guest, member, moderator, administrator, owner } = await t.given.everyRole()
  const bot = await t.given.bot('builder', member)
  const webhook = await t.given.bot('webhook', member, { type: 'incomingWebhook' })
  return [
    ['guest', 600, guest],
    ['webhook', 400, webhook],
    ['bot', 400, bot],
    ['member', 400, member],
    ['moderator', 300, moderator],
    ['administrator', 200, administrator],
    ['owner', 100, owner],
  ]
}

const args = ({ params, example }: Endpoint): Record<string, unknown> => ({
  ...example.request,
  ...Object.fromEntries(
    Object.entries(params).flatMap(([name, { encoding }]) =>
      encoding === 'upload'
        ? [[name, [{ filename: 'a.txt', contentType: 'text/plain', bytes: new Uint8Array([97]) }]]]
        : [],
    ),
  ),
})

// Each endpoint gets a new organization, because some endpoints change everything in it.
test.each(allEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s refuses callers whose role does not allow it',
  async (_, endpoint) => {
    const t = await testApp()
    const given = await callers(t)
    const former = await t.given.user('former')
    await t.app.services.data.transact(t.organizationId, async (tx) => {
      const record = t.directory.users.get(former.id)
      if (record) await deactivateUser(tx, t.directory, record)
    })

    const found: Record<string, string> = {}
    const expected: Record<string, string> = {
      nobody: endpoint.role === 'anyone' ? 'heard' : endpoint.keyInAddress ? 'no key' : 'UNAUTHORIZED',
      // A session ends with its account.
      former: endpoint.session ? 'UNAUTHORIZED' : 'USER_DEACTIVATED',
    }
    found.nobody = outcomeOf(endpoint, await refusalOf(t, endpoint, args(endpoint)))
    found.former = outcomeOf(endpoint, await refusalOf(t, endpoint, args(endpoint), former))
    for (const [name, role, user] of given) {
      found[name] = outcomeOf(endpoint, await refusalOf(t, endpoint, args(endpoint), user))
      expected[name] = demanded(endpoint, role, name === 'bot' || name === 'webhook', name === 'webhook')
    }
    expect(found).toEqual(expected)
  },
)

/** Makes one thing of every kind whose id a path can contain. */
async function somethingOfEach(t: TestApp): Promise<Readonly<Record<string, number>>> {
  const { owner, member } = await t.given.everyRole()
  const channel = await t.given.channel([owner, member])
  const message = await t.given.message(owner, channel)
  const as = t.as(owner)
  const made = async (endpoint: Endpoint, of: string): Promise<number> => {
    const answer = (await as.call(endpoint, endpoint.example.request)) as Record<string, unknown>
    return Number(answer[of])
  }
  await as.call(createInviteLink, { invite_as: 400 })
  const { invites } = await as.call(getInvites, {})
  const drafts = await as.call(createDrafts, {
    drafts: [{ type: 'stream', to: [channel.id], topic: 'colors', content: 'Warm' }],
  })
  const bot = await made(createBot, 'user_id')
  const { group_id } = await as.call(createUserGroup, {
    name: 'design',
    description: '',
    members: [owner.id],
  })
  return {
    bot_id: bot,
    user_id: member.id,
    muted_user_id: member.id,
    user_id_or_email: member.id,
    stream_id: channel.id,
    message_id: message,
    user_group_id: group_id,
    channel_folder_id: await made(createChannelFolder, 'channel_folder_id'),
    filter_id: await made(addLinkifier, 'id'),
    playground_id: await made(addCodePlayground, 'id'),
    field_id: await made(createCustomProfileField, 'id'),
    saved_snippet_id: await made(createSavedSnippet, 'saved_snippet_id'),
    draft_id: drafts.ids[0] ?? 0,
    scheduled_message_id: (
      await as.call(createScheduledMessage, {
        type: 'channel',
        to: channel.id,
        topic: 'colors',
        content: 'Warm',
        scheduled_delivery_timestamp: Math.floor(t.clock.now() / 1000) + 3600,
      })
    ).scheduled_message_id,
    invite_id: invites.at(-1)?.id ?? 0,
    export_id: await made(exportRealm, 'id'),
  }
}

const nothing = 2_000_000_000

test('ids of another organization look exactly like ids that do not exist', async () => {
  const [t, other] = [await testApp(), await testApp()]
  const owner = await t.given.user('owner', { role: 'owner' })
  const foreign = await somethingOfEach(other)
  const differences: string[] = []
  let compared = 0
  for (const endpoint of allEndpoints) {
    for (const name of Object.keys(endpoint.params)) {
      const id = foreign[name]
      if (endpoint.params[name]?.encoding !== 'path' || id === undefined) continue
      const [given, missing] = [
        await refusalOf(t, endpoint, { ...args(endpoint), [name]: id }, owner),
        await refusalOf(t, endpoint, { ...args(endpoint), [name]: nothing }, owner),
      ].map(
        (refusal) =>
          refusal && JSON.stringify([refusal.code, refusal.message, refusal.fields]).replaceAll(/\d+/g, 'N'),
      )
      compared++
      if (!given || !missing) differences.push(`${endpoint.id}: ${name} is not refused`)
      else if (given !== missing) differences.push(`${endpoint.id}: ${given} but ${missing}`)
    }
  }
  expect(differences).toEqual([])
  expect(compared).toBeGreaterThan(50)
})

test('incoming webhooks send messages, and cannot open files or pictures', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const webhook = await t.given.bot('webhook', iris, { type: 'incomingWebhook' })
  await t.given.message(webhook, [iris])
  expect(allEndpoints.filter((endpoint) => endpoint.incomingWebhooks).map(({ id }) => id)).toEqual([
    'receive-webhook',
    'send-message',
  ])
  const authorization = `Basic ${btoa(`${webhook.email}:${webhook.apiKey}`)}`
  const ask = async (method: 'GET' | 'HEAD', url: string) =>
    (await t.app.http.inject({ method, url, headers: { host: t.host, authorization } })).statusCode
  const found = [
    await ask('GET', `/user_uploads/${t.organizationId}/ab/cd/secret.txt`),
    await ask('HEAD', '/api/v1/tus/x'),
  ]
  expect(found).toEqual([401, 401])
})
