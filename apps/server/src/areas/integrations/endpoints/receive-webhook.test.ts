import { createHmac } from 'node:crypto'
import { createBot } from '@tagma/contract/endpoints/bots/create-bot.ts'
import { deleteBotTemplate } from '@tagma/contract/endpoints/bots/delete-bot-template.ts'
import { getBotPayload } from '@tagma/contract/endpoints/bots/get-bot-payload.ts'
import { getBotPayloads } from '@tagma/contract/endpoints/bots/get-bot-payloads.ts'
import { getBotTemplates } from '@tagma/contract/endpoints/bots/get-bot-templates.ts'
import { previewBotTemplate } from '@tagma/contract/endpoints/bots/preview-bot-template.ts'
import { regenerateBotApiKey } from '@tagma/contract/endpoints/bots/regenerate-bot-api-key.ts'
import { setBotTemplate } from '@tagma/contract/endpoints/bots/set-bot-template.ts'
import { updateBot } from '@tagma/contract/endpoints/bots/update-bot.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { getUsers } from '@tagma/contract/endpoints/users/get-users.ts'
import { expect, test } from 'vitest'
import { type Account, type TestApp, testApp } from '#test/app.ts'

interface Sent {
  readonly address?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** The body as it is, or an object that is sent as JSON. */
  readonly payload?: unknown
  readonly type?: string
  readonly method?: 'POST' | 'HEAD' | 'GET'
}

/** An organization with a channel and an incoming webhook bot of iris. */
async function stage() {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto], { name: 'ops' })
  const bot = await t.as(iris).call(createBot, { full_name: 'Build', short_name: 'build', bot_type: 2 })
  const send = async (name: string, { address = {}, headers = {}, payload, type, method = 'POST' }: Sent) => {
    const query = new URLSearchParams({ api_key: bot.api_key, stream: 'ops', ...address })
    const isRaw = typeof payload === 'string' || payload === undefined
    const answer = await t.app.http.inject({
      method,
      url: `/api/v1/external/${name}?${query}`,
      headers: { host: t.host, 'content-type': type ?? 'application/json', ...headers },
      ...(method === 'POST' ? { payload: isRaw ? (payload ?? '') : JSON.stringify(payload) } : {}),
    })
    return { status: answer.statusCode, body: bodyOf(answer.body) }
  }
  return { t, iris, otto, channel, bot, send }
}

function bodyOf(text: string): unknown {
  return text.startsWith('{') ? JSON.parse(text) : text
}

const success = { status: 200, body: { result: 'success', msg: '' } }

async function newest(t: TestApp, reader: Account, narrow: readonly unknown[] = []) {
  const { messages } = await t.as(reader).call(getMessages, {
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    apply_markdown: false,
    narrow: narrow as never,
  })
  return messages.map(({ subject, content, client, sender_full_name }) => ({
    topic: subject,
    content,
    client,
    sender: sender_full_name,
  }))
}

const direct = [{ operator: 'is', operand: 'dm' }]
const inOps = [{ operator: 'channel', operand: 'ops' }]

const down = {
  monitor_friendly_name: 'Shop',
  monitor_url: 'https://shop.example.com',
  alert_type_friendly_name: 'Down',
  alert_details: 'HTTP 500',
}
const downText = 'Shop (https://shop.example.com) is DOWN (HTTP 500).'

test('a payload becomes a message of the bot, with a client of its own', async () => {
  const { t, otto, send } = await stage()
  expect(await send('uptimerobot', { payload: down })).toEqual(success)
  expect((await newest(t, otto, inOps)).at(-1)).toEqual({
    topic: 'Shop',
    content: downText,
    client: 'TagmaUptimeRobotWebhook',
    sender: 'Build',
  })
})

test('the address chooses the topic, the channel by its id, and without one the owner gets the message', async () => {
  const { t, iris, otto, channel, send } = await stage()
  await send('uptimerobot', { payload: down, address: { stream: String(channel.id), topic: 'uptime' } })
  expect((await newest(t, otto, inOps)).at(-1)).toMatchObject({ topic: 'uptime', content: downText })
  expect(await send('uptimerobot', { payload: down, address: { stream: '' } })).toEqual(success)
  expect((await newest(t, iris, direct)).at(-1)).toMatchObject({ content: downText, sender: 'Build' })
})

test.each([
  [
    'JSON under a wrong content type',
    { payload: JSON.stringify(down), type: 'application/x-www-form-urlencoded' },
  ],
  ['a form', { payload: new URLSearchParams(down).toString(), type: 'application/x-www-form-urlencoded' }],
  [
    'a form with JSON in a field',
    {
      payload: `payload=${encodeURIComponent(JSON.stringify(down))}`,
      type: 'application/x-www-form-urlencoded',
    },
  ],
  [
    'a multipart form',
    {
      payload: `--b\r\ncontent-disposition: form-data; name="payload"\r\n\r\n${JSON.stringify(down)}\r\n--b--\r\n`,
      type: 'multipart/form-data; boundary=b',
    },
  ],
  ['a byte order mark', { payload: `\ufeff${JSON.stringify(down)}` }],
] satisfies [string, Sent][])('%s is understood', async (_, sent) => {
  const { t, otto, send } = await stage()
  expect(await send('uptimerobot', sent)).toEqual(success)
  expect((await newest(t, otto, inOps)).at(-1)).toMatchObject({ content: downText })
})

test('the key may come in a header, by either scheme, and nothing else opens the door', async () => {
  const { t, otto, bot, iris, send } = await stage()
  const address = { api_key: '' }
  const bearer = { authorization: `Bearer ${bot.api_key}` }
  const basic = { authorization: `Basic ${btoa(`build-bot@${t.host}:${bot.api_key}`)}` }
  for (const headers of [bearer, basic])
    expect(await send('uptimerobot', { payload: down, address, headers })).toEqual(success)
  expect(await send('uptimerobot', { payload: down, address: { api_key: ` ${bot.api_key}\n` } })).toEqual(
    success,
  )
  expect(await newest(t, otto, inOps)).toHaveLength(3)
  expect(await send('uptimerobot', { payload: down, address })).toMatchObject({
    status: 400,
    body: { code: 'REQUEST_VARIABLE_MISSING', var_name: 'api_key' },
  })
  for (const api_key of ['short', 'x'.repeat(32)])
    expect(await send('uptimerobot', { payload: down, address: { api_key } })).toMatchObject({
      status: 401,
      body: { code: 'INVALID_API_KEY' },
    })
  // The key of a bot reads nothing.
  const asBot = { id: bot.user_id, email: `build-bot@${t.host}`, apiKey: bot.api_key }
  for (const endpoint of [getMessages, registerQueue, getUsers] as const)
    expect(await t.as(asBot).refusal(endpoint as typeof getUsers, {})).toMatchObject({
      message: 'This API is not available to incoming webhook bots.',
    })
  expect(await newest(t, iris, direct)).toEqual([])
})

test('a key that was replaced is refused at once', async () => {
  const { t, iris, bot, send } = await stage()
  await send('uptimerobot', { payload: down })
  const { api_key } = await t.as(iris).call(regenerateBotApiKey, { bot_id: bot.user_id })
  expect((await send('uptimerobot', { payload: down })).status).toBe(401)
  expect(await send('uptimerobot', { payload: down, address: { api_key } })).toEqual(success)
})

test.each([
  ['nonsense', { payload: down }, 404, { code: 'NOT_FOUND' }, undefined],
  [
    'uptimerobot',
    { payload: '{"a":' },
    400,
    { code: 'INVALID_JSON', msg: 'Malformed JSON' },
    'its payload is not JSON',
  ],
  [
    'uptimerobot',
    { payload: '' },
    400,
    { code: 'ANOMALOUS_WEBHOOK_PAYLOAD' },
    'its payload is not one of this service',
  ],
  [
    'uptimerobot',
    { payload: { password: 'hunter2', monitor_url: 7 } },
    400,
    { code: 'ANOMALOUS_WEBHOOK_PAYLOAD', webhook_name: 'UptimeRobot' },
    'The payload has these fields: `password, monitor_url`',
  ],
  [
    'json',
    { payload: down, address: { webhook_secret: 's' } },
    400,
    { code: 'BAD_REQUEST' },
    'signature is missing',
  ],
] as const)('%s refuses %j', async (name, sent, status, body, told) => {
  const { t, iris, otto, send } = await stage()
  expect(await send(name, sent)).toMatchObject({ status, body: { result: 'error', ...body } })
  expect(await newest(t, otto, inOps)).toEqual([])
  const messages = await newest(t, iris, direct)
  const untold = messages.filter(({ content }) => told === undefined || !content.includes(told))
  expect(untold).toEqual([])
  expect(messages).toHaveLength(told === undefined ? 0 : 1)
  expect(JSON.stringify(messages)).not.toContain('hunter2')
})

test('an unknown channel is no error for the service, and the owner is told once in five minutes', async () => {
  const { t, iris, send } = await stage()
  const request = { payload: down, address: { stream: 'nowhere' } }
  expect(await send('uptimerobot', request)).toEqual(success)
  expect(await send('uptimerobot', request)).toEqual(success)
  const [first, ...more] = await newest(t, iris, direct)
  expect(first).toMatchObject({
    sender: 'Notification Bot',
    content: expect.stringContaining("'nowhere' does not exist"),
  })
  expect(more).toEqual([])
  t.clock.advance({ seconds: 299 })
  await send('uptimerobot', request)
  expect(await newest(t, iris, direct)).toHaveLength(1)
  t.clock.advance({ seconds: 2 })
  await send('uptimerobot', request)
  expect(await newest(t, iris, direct)).toHaveLength(2)
})

test('a channel that the bot may not post to is an error, and nothing of the request is posted', async () => {
  const { t, iris, send } = await stage()
  const { administrator } = await t.given.everyRole()
  await t.given.channel([administrator, iris], {
    name: 'announce',
    can_send_message_group: { direct_members: [administrator.id], direct_subgroups: [] },
  })
  expect(await send('uptimerobot', { payload: down, address: { stream: 'announce' } })).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST' },
  })
  expect((await newest(t, iris, direct))[0]?.content).toContain('Not authorized to send')
})

test('a channel without subscribers gets the message, and the owner is told', async () => {
  const { t, iris, send } = await stage()
  const { pia } = await t.given.members('pia')
  await t.given.channel([pia], { name: 'empty' })
  await t.as(pia).call(unsubscribe, { subscriptions: ['empty'] })
  expect(await send('uptimerobot', { payload: down, address: { stream: 'empty' } })).toEqual(success)
  expect((await newest(t, iris, direct))[0]?.content).toContain('nobody is subscribed')
  expect(await newest(t, iris, [{ operator: 'channel', operand: 'empty' }])).toMatchObject([
    { content: downText },
  ])
})

test('a signature is over the bytes, and a wrong one is refused', async () => {
  const { t, otto, send } = await stage()
  const secret = 's3cret'
  const body = JSON.stringify({ build: 7 })
  const seconds = Math.floor(t.clock.now() / 1000)
  const signed = (at: number, text = body) => ({
    'webhook-id': 'm1',
    'webhook-timestamp': String(at),
    'webhook-signature': `v1,AAAA v1,${createHmac('sha256', secret).update(`m1.${at}.${text}`).digest('base64')}`,
  })
  const post = async (headers: Record<string, string>) =>
    send('json', { payload: body, headers, address: { webhook_secret: secret } })
  expect(await post(signed(seconds))).toEqual(success)
  expect((await post(signed(seconds, `${body} `))).status).toBe(400)
  expect((await post(signed(seconds - 301))).status).toBe(400)
  expect((await post({ ...signed(seconds), 'webhook-timestamp': 'soon' })).status).toBe(400)
  expect(await newest(t, otto, inOps)).toHaveLength(1)
})

test.each([
  ['github', { payload: {} }, 400, { code: 'MISSING_HTTP_EVENT_HEADER', header: 'x-github-event' }, true],
  [
    'github',
    { payload: {}, headers: { 'x-github-event': 'unheard_of' } },
    200,
    { result: 'error', code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE', event_type: 'unheard_of' },
    false,
  ],
] as const)('%s answers %j', async (name, sent, status, body, isTold) => {
  const { t, iris, otto, send } = await stage()
  expect(await send(name, sent)).toMatchObject({ status, body: { result: 'error', ...body } })
  expect(await newest(t, otto, inOps)).toEqual([])
  expect(await newest(t, iris, direct)).toHaveLength(isTold ? 1 : 0)
})

test('Trello signs body and address, by the secret that the bot keeps', async () => {
  const { t, iris, otto, bot, send } = await stage()
  const secret = 'of the Power-Up'
  await t.as(iris).call(updateBot, { bot_id: bot.user_id, config_data: { webhook_secret: secret } })
  const payload = JSON.stringify({
    action: {
      type: 'createCard',
      memberCreator: { fullName: 'Ada' },
      data: { board: { name: 'Garden' }, card: { name: 'Dig', shortLink: 'd1g' } },
    },
  })
  const address = `http://${t.host}/api/v1/external/trello?api_key=${bot.api_key}&stream=ops`
  const signed = (text: string) => ({
    'x-trello-webhook': createHmac('sha1', secret).update(text).digest('base64'),
  })
  expect((await send('trello', { payload, headers: signed(payload) })).status).toBe(400)
  expect((await send('trello', { payload })).status).toBe(400)
  expect(await send('trello', { payload, headers: signed(payload + address) })).toEqual(success)
  expect((await newest(t, otto, inOps)).map(({ content }) => content)).toEqual([
    'Ada created [Dig](https://trello.com/c/d1g).',
  ])
  // Without the secret, nothing has to be signed.
  await t.as(iris).call(updateBot, { bot_id: bot.user_id, config_data: { webhook_secret: '' } })
  expect(await send('trello', { payload })).toEqual(success)
})

test('what strangers write wakes nobody, and a post is never too long', async () => {
  const { t, otto, send } = await stage()
  const text = `@**all** look ${'x'.repeat(20_000)}`
  expect(await send('slack_incoming', { payload: { text } })).toEqual({
    status: 200,
    body: { result: 'success', msg: '', ok: true },
  })
  const [message] = await newest(t, otto, inOps)
  expect(message?.content).toMatch(/^@_\*\*all\*\* look x+\n\[message truncated\]$/)
})

test('what is nested a thousand deep, or thousands of times deeper, is refused and loses nothing', async () => {
  const { t, iris, otto, send } = await stage()
  for (const depth of [1000, 2_000_000]) {
    const payload = '['.repeat(depth) + ']'.repeat(depth)
    expect(await send('json', { payload })).toMatchObject({ status: 400, body: { result: 'error' } })
  }
  expect(await send('uptimerobot', { payload: down })).toEqual(success)
  expect(await newest(t, otto, inOps)).toHaveLength(1)
  expect(await newest(t, iris, direct)).toHaveLength(1)
})

test('a quoted text that ends its fence stays in it', async () => {
  const { t, otto, send } = await stage()
  const payload = {
    action: 'opened',
    number: 1,
    issue: { number: 1, title: 'Out ](https://evil.example)', body: 'a\n~~~\n@**all** out\n~~~~' },
    sender: { username: 'ada' },
    repository: { name: 'shop', html_url: 'https://git.example/shop' },
  }
  expect(await send('gitea', { payload, headers: { 'x-gitea-event': 'issues' } })).toEqual(success)
  const [message] = await newest(t, otto, inOps)
  expect(message?.content).toMatch(/~~~~~ quote\na\n~~~\n@_\*\*all\*\* out\n~~~~\n~~~~~$/)
})

const branch = {
  ref: 'main',
  ref_type: 'branch',
  sender: { login: 'ada', username: 'ada' },
  repository: { name: 'shop', html_url: 'https://git.example/shop' },
}

test.each([
  ['forgejo', { payload: branch, headers: { 'x-forgejo-event': 'create' } }, 'ada created [main]('],
  ['gogs', { payload: branch, headers: { 'x-gogs-event': 'create' } }, 'ada created [main]('],
  ['gotify', { payload: { title: 'Backup', message: 'Done.', priority: 2 } }, 'Done.'],
] satisfies [string, Sent, string][])('%s is another name of an integration', async (name, sent, content) => {
  const { t, otto, send } = await stage()
  expect(await send(name, sent)).toEqual(success)
  expect((await newest(t, otto, inOps))[0]?.content).toContain(content)
})

test('an empty message is a success that posts nothing', async () => {
  const { t, otto, send } = await stage()
  expect(
    (await send('slack_incoming', { payload: 'payload={}', type: 'application/x-www-form-urlencoded' }))
      .status,
  ).toBe(200)
  expect(await newest(t, otto, inOps)).toEqual([])
})

test('only the events that the address names are posted', async () => {
  const { t, otto, send } = await stage()
  const up = { ...down, alert_type_friendly_name: 'Up' }
  await send('uptimerobot', { payload: up, address: { only_events: '["do*"]' } })
  await send('uptimerobot', { payload: down, address: { exclude_events: '["[a-d]own"]' } })
  expect(await newest(t, otto, inOps)).toEqual([])
  await send('uptimerobot', { payload: down, address: { only_events: '["d?wn"]', exclude_events: '["up"]' } })
  expect(await newest(t, otto, inOps)).toHaveLength(1)
})

test('a payload of more than 5 MiB is refused', async () => {
  const { send } = await stage()
  expect(await send('json', { payload: `"${'x'.repeat(5 * 1024 * 1024)}"` })).toMatchObject({
    status: 413,
    body: { code: 'REQUEST_TOO_LARGE' },
  })
  expect(await send('json', { payload: `"${'x'.repeat(5 * 1024 * 1024 - 3)}"` })).toEqual(success)
})

test('services that ask whether the address exists are answered', async () => {
  const { send } = await stage()
  expect(await send('json', { method: 'HEAD' })).toEqual({ status: 200, body: '' })
  expect(await send('json', { method: 'GET', address: { challenge: 'abc<' } })).toEqual({
    status: 200,
    body: 'abc<',
  })
})

test('a person may post to a channel with their own key, and learns of errors by the answer only', async () => {
  const { t, iris, otto, send } = await stage()
  expect(await send('uptimerobot', { payload: down, address: { api_key: iris.apiKey } })).toEqual(success)
  expect((await newest(t, otto, inOps)).at(-1)).toMatchObject({ sender: 'iris', content: downText })
  expect((await send('uptimerobot', { payload: {}, address: { api_key: iris.apiKey } })).status).toBe(400)
  expect(await newest(t, iris, direct)).toEqual([])
})

test('registration lists the integrations with their events and options', async () => {
  const { t, iris } = await stage()
  const { realm_incoming_webhook_bots: listed = [] } = await t
    .as(iris)
    .call(registerQueue, { event_types: ['realm_incoming_webhook_bots'] })
  expect(listed.find(({ name }) => name === 'uptimerobot')).toEqual({
    name: 'uptimerobot',
    display_name: 'UptimeRobot',
    all_event_types: ['up', 'down'],
    config_options: [],
    url_options: [
      {
        key: 'resolve_topics',
        label: 'Mark a topic as resolved when all its alerts are',
        input_type: 'bool',
      },
    ],
  })
  expect(listed.length).toBe(new Set(listed.map(({ name }) => name)).size)
})

test('a template of the bot makes the message of any JSON, until it is deleted', async () => {
  const { t, iris, otto, bot, send } = await stage()
  const template = {
    bot_id: bot.user_id,
    name: 'build',
    topic: 'Build {{ number }}',
    content: '{{ status | upcase }} @**all**',
    when: "{% if status != 'running' %}true{% endif %}",
    event: '{{ status }}',
  }
  const payload = { number: 7, status: 'failed' }
  const { posts } = await t.as(iris).call(previewBotTemplate, { ...template, payload })
  expect(posts).toEqual([{ topic: 'Build 7', content: 'FAILED @_**all**', event: 'failed' }])
  await t.as(iris).call(setBotTemplate, { ...template, content: 'old' })
  await t.as(iris).call(setBotTemplate, template)
  const { bot_id, ...kept } = template
  expect((await t.as(iris).call(getBotTemplates, { bot_id })).templates).toEqual([kept])
  const address = { template: 'build' }
  expect(await send('json', { address, payload })).toEqual(success)
  expect(await send('json', { address, payload: { number: 8, status: 'running' } })).toEqual(success)
  const passed = { number: 9, status: 'passed' }
  expect(
    await send('json', { address: { ...address, exclude_events: '["pass*"]' }, payload: passed }),
  ).toEqual(success)
  const shown = { topic: 'Build 7', content: 'FAILED @_**all**', client: 'TagmaJSONWebhook', sender: 'Build' }
  expect((await newest(t, otto, inOps)).slice(-1)).toEqual([shown])
  await t.as(iris).call(deleteBotTemplate, { bot_id, name: 'build' })
  expect(await send('json', { address, payload })).toMatchObject({
    status: 400,
    body: { msg: "The bot has no template 'build'." },
  })
})

test('a template can stand in the address, and one that fails is told to the owner', async () => {
  const { t, iris, otto, send } = await stage()
  const address = { title: '{{ where }}', body: 'Hello {{ payload.name }}' }
  expect(await send('json', { address, payload: { where: 'desk', name: 'Mia' } })).toEqual(success)
  expect((await newest(t, otto, inOps)).at(-1)).toMatchObject({ topic: 'desk', content: 'Hello Mia' })
  const failing = await send('json', { address: { body: '{{ a | nothing }}' }, payload: {} })
  expect(failing).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST', msg: expect.stringMatching(/undefined filter/) },
  })
  expect((await newest(t, iris, direct)).at(-1)?.content).toMatch(
    /its template fails.*undefined filter: nothing/,
  )
  expect(await send('json', { address: { body: 'x'.repeat(2001) }, payload: {} })).toMatchObject({
    status: 400,
  })
})

test('only who administers a bot has its templates, and each is Liquid', async () => {
  const { t, iris, otto, bot } = await stage()
  const given = { bot_id: bot.user_id, name: 'a', content: 'x' }
  for (const endpoint of [setBotTemplate, deleteBotTemplate, getBotTemplates])
    expect((await t.as(otto).refusal(endpoint, given)).message).toBe('Insufficient permission')
  expect((await t.as(otto).refusal(previewBotTemplate, { ...given, payload: {} })).code).toBe('BAD_REQUEST')
  const wrong = (parts: object) => t.as(iris).refusal(setBotTemplate, { ...given, ...parts })
  expect((await wrong({ content: '{% if %}' })).message).toMatch(/^Invalid template: content: /)
  expect((await wrong({ content: 'x'.repeat(10_001) })).message).toMatch(/too long/)
  expect((await wrong({ name: 'a b' })).code).toBe('BAD_REQUEST')
  expect((await t.as(iris).refusal(deleteBotTemplate, given)).message).toBe('The bot has no such template.')
})

test('what came of the last requests is kept for a day, and their payloads for the owner alone', async () => {
  const { t, iris, otto, bot, send } = await stage()
  await send('uptimerobot', { payload: down })
  await send('uptimerobot', { payload: down, address: { only_events: '["up"]' } })
  await send('uptimerobot', { payload: { wrong: 1 } })
  await send('uptimerobot', { payload: 'no JSON' })
  await send('uptimerobot', { payload: down, address: { stream: 'nowhere' } })
  await send('json', { payload: { long: 'x'.repeat(70_000) } })
  const list = async (who: Account) =>
    (await t.as(who).call(getBotPayloads, { bot_id: bot.user_id })).payloads
  const kept = await list(iris)
  expect(
    kept.map(({ integration, posts, problem, is_kept }) => [integration, posts, problem, is_kept]),
  ).toEqual([
    ['json', 1, '', false],
    ['uptimerobot', 0, expect.stringContaining("'nowhere'"), true],
    ['uptimerobot', 0, 'its payload is not JSON.', false],
    ['uptimerobot', 0, expect.stringContaining('not one of this service'), true],
    ['uptimerobot', 0, '', true],
    ['uptimerobot', 1, '', true],
  ])
  const first = { bot_id: bot.user_id, payload_id: kept.at(-1)?.id ?? 0 }
  expect((await t.as(iris).call(getBotPayload, first)).payload).toEqual(down)
  const admin = await t.given.user('olive', { role: 'owner' })
  expect(await list(admin)).toHaveLength(6)
  expect(await t.as(admin).refusal(getBotPayload, first)).toMatchObject({ code: 'BAD_REQUEST' })
  expect(await t.as(otto).refusal(getBotPayloads, { bot_id: bot.user_id })).toMatchObject({
    code: 'BAD_REQUEST',
  })
  for (let count = 0; count < 20; count++) await send('uptimerobot', { payload: down })
  expect((await list(iris)).map(({ integration }) => integration)).toEqual(
    Array.from({ length: 20 }, () => 'uptimerobot'),
  )
  t.clock.advance({ days: 2 })
  expect(await list(iris)).toEqual([])
  expect(await t.as(iris).refusal(getBotPayload, first)).toMatchObject({
    message: 'This payload is not kept.',
  })
})

test('the address cannot take the place of the secret that the bot keeps', async () => {
  const { t, iris, bot, send } = await stage()
  await t.as(iris).call(updateBot, { bot_id: bot.user_id, config_data: { webhook_secret: 'ours' } })
  for (const webhook_secret of ['', 'theirs'])
    expect(await send('uptimerobot', { payload: down, address: { webhook_secret } })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    })
  expect(await newest(t, iris, inOps)).toEqual([])
})

test('a topic is resolved when all its alerts are, and opened when one fires again', async () => {
  const { t, otto, send } = await stage()
  const post = (status: 'firing' | 'resolved', ...names: string[]) =>
    send('alertmanager', {
      address: { name: 'job', resolve_topics: 'true' },
      payload: {
        alerts: names.map((name) => ({ status, labels: { job: 'db', alertname: name }, fingerprint: name })),
      },
    })
  const topics = async () => [...new Set((await newest(t, otto, inOps)).map(({ topic }) => topic))]
  expect(await post('firing', 'Disk', 'Load')).toEqual(success)
  await post('resolved', 'Disk')
  expect(await topics()).toEqual(['db'])
  await post('resolved', 'Load')
  expect(await topics()).toEqual(['✔ db'])
  // Told once more, it stays where it is.
  await post('resolved', 'Load')
  expect(await topics()).toEqual(['✔ db'])
  await post('firing', 'Load')
  expect(await topics()).toEqual(['db'])
  expect(await newest(t, otto, inOps)).toHaveLength(5)
  // Who may not resolve topics posts all the same.
  const nobody = { direct_members: [], direct_subgroups: [] }
  await t.given.settings({
    can_resolve_topics_group: nobody,
    can_move_messages_between_topics_group: nobody,
  })
  await post('resolved', 'Load')
  expect(await topics()).toEqual(['db'])
})
