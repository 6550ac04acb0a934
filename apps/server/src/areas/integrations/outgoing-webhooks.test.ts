import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBot } from '@tagma/contract/endpoints/bots/create-bot.ts'
import { getBotCalls } from '@tagma/contract/endpoints/bots/get-bot-calls.ts'
import { repeatBotCall } from '@tagma/contract/endpoints/bots/repeat-bot-call.ts'
import { setBotCommands } from '@tagma/contract/endpoints/bots/set-bot-commands.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { pressButton } from '@tagma/contract/endpoints/submessages/press-button.ts'
import { expect, onTestFinished, test } from 'vitest'
import { type Account, type TestApp, testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

interface Asked {
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** An answer of the receiver; undefined breaks the connection, and a promise lets it wait. */
type Answer = { readonly status?: number; readonly body: string; readonly location?: string } | undefined

async function receiver(answer: (asked: Asked) => Answer | Promise<Answer>) {
  const requests: Asked[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const asked = { headers: request.headers, body: Buffer.concat(chunks).toString() }
      requests.push(asked)
      void Promise.resolve(answer(asked)).then((given) => {
        if (!given) return request.socket.destroy()
        const headers = given.location === undefined ? {} : { location: given.location }
        return response.writeHead(given.status ?? 200, headers).end(given.body)
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, requests }
}

const hanging = { TAGMA_OUTGOING_ALLOW: '127.0.0.1', TAGMA_WEBHOOK_TIMEOUT: '3' }
const open = { TAGMA_OUTGOING_ALLOW: '127.0.0.1', TAGMA_WEBHOOK_TIMEOUT: '1' }

async function stage(url: string, format: 1 | 2 = 1, environment: Readonly<Record<string, string>> = open) {
  const t = await testApp(environment)
  const { iris, otto } = await t.given.members('iris', 'otto')
  // Another machine may be slow; only one test is about receivers that are.
  if (environment !== hanging)
    Object.assign(t.app.services.outside.outgoing, { aWhile: () => new Promise(() => {}) })
  const made = await t.as(iris).call(createBot, {
    full_name: 'Echo',
    short_name: 'echo',
    bot_type: 3,
    payload_url: url,
    interface_type: format,
  })
  const bot = { id: made.user_id, email: `echo-bot@${t.host}`, apiKey: made.api_key }
  const channel = await t.given.channel([iris, otto, bot], { name: 'ops' })
  return { t, iris, otto, bot, channel }
}

async function pass(t: TestApp, seconds = 2) {
  t.clock.advance({ seconds })
  await t.app.tick()
  t.clock.advance({ seconds: 1 })
  await t.app.tick()
}

async function texts(t: TestApp, reader: Account, kind: 'channel' | 'dm') {
  const narrow =
    kind === 'dm' ? [{ operator: 'is', operand: 'dm' }] : [{ operator: 'channel', operand: 'ops' }]
  const { messages } = await t.as(reader).call(getMessages, {
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
    apply_markdown: false,
    narrow,
  })
  return messages.map(({ content, sender_full_name }) => `${sender_full_name}: ${content}`)
}

test('a mention calls the receiver once, in the generic form, signed, and its answer is posted', async () => {
  const { url, requests } = await receiver(() => ({ body: JSON.stringify({ content: 'Hello!' }) }))
  const { t, otto, bot, channel } = await stage(url)
  await t.given.message(otto, channel, { content: 'Ignore this.' })
  await t.given.message(otto, channel, { content: '@_**Echo** and @**all**' })
  const id = await t.given.message(otto, channel, { content: '@**Echo** hi', topic: 'greetings' })
  await pass(t)
  await pass(t)
  expect(requests).toHaveLength(1)
  const [{ headers, body } = { headers: {}, body: '' }] = requests
  const sent = JSON.parse(body) as Record<string, unknown>
  expect(sent).toMatchObject({
    data: '@**Echo** hi',
    trigger: 'mention',
    bot_email: bot.email,
    bot_full_name: 'Echo',
    message: { id, content: '@**Echo** hi', subject: 'greetings', sender_full_name: 'otto', type: 'stream' },
  })
  expect((sent.message as Record<string, unknown>).rendered_content).toContain('user-mention')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const right = createHmac('sha256', String(sent.token)).update(signed).digest('base64')
  expect(headers).toMatchObject({ 'webhook-signature': `v1,${right}`, 'content-type': 'application/json' })
  expect((await texts(t, otto, 'channel')).slice(-2)).toEqual(['otto: @**Echo** hi', 'Echo: Hello!'])
})

test('a direct message calls the receiver, and bots call no bots', async () => {
  const { url, requests } = await receiver(() => ({ body: '{"response_string": "old", "content": "new"}' }))
  const { t, iris, otto, bot } = await stage(url)
  const other = await t.given.bot('other', iris)
  await t.given.message(other, [bot], { content: 'hi' })
  await t.given.message(otto, [bot], { content: 'hi' })
  await pass(t)
  expect(requests.map(({ body }) => (JSON.parse(body) as { trigger: string }).trigger)).toEqual([
    'direct_message',
  ])
  expect(await texts(t, otto, 'dm')).toEqual(['otto: hi', 'Echo: old'])
})

test("Slack's form has its fields in their order, and takes no direct messages", async () => {
  const { url, requests } = await receiver(() => ({ body: '{"text": "Done."}' }))
  const { t, otto, bot, channel } = await stage(url, 2)
  await t.given.message(otto, channel, { content: '@**Echo** go' })
  await t.given.message(otto, [bot], { content: 'hi' })
  await pass(t)
  await pass(t)
  expect(requests).toHaveLength(1)
  const fields = new URLSearchParams(requests[0]?.body)
  expect([...fields.keys()].join()).toBe(
    'token,team_id,team_domain,channel_id,channel_name,thread_ts,timestamp,user_id,user_name,text,trigger_word,service_id',
  )
  expect(fields.get('channel_name')).toBe('ops')
  expect((await texts(t, otto, 'channel')).at(-1)).toBe('Echo: Done.')
  expect((await texts(t, otto, 'dm')).at(-1)).toBe(
    "Echo: Failure! Slack outgoing webhooks don't support direct messages.",
  )
})

test.each([
  [{ body: '' }],
  [{ body: '{}' }],
  [{ body: '{"content": "  "}' }],
  [{ body: '{"response_not_required": true, "content": "x"}' }],
])('an answer such as %j is nothing to say', async (answer) => {
  const { url } = await receiver(() => answer)
  const { t, iris, otto, channel } = await stage(url)
  await t.given.message(otto, channel, { content: '@**Echo** go' })
  await pass(t)
  expect(await texts(t, otto, 'channel')).toEqual(['otto: @**Echo** go'])
  expect(await texts(t, iris, 'dm')).toEqual([])
})

test.each([
  [{ body: 'no json' }, 'Invalid JSON in response', 'no json'],
  [{ body: '[1]' }, 'Invalid response format', '[1]'],
  [{ status: 500, body: 'broken inside' }, 'Third party responded with 500', 'broken inside'],
  [{ status: 302, body: '', location: 'http://169.254.169.254/' }, 'Third party responded with 302', '302'],
  [{ body: `"${'x'.repeat(1024 * 1024)}"` }, 'Bot is unavailable', 'larger than 1 MiB'],
])('a bad answer is told in the conversation, and to the owner', async (answer, shown, told) => {
  const { url, requests } = await receiver(() => answer)
  const { t, iris, otto, channel } = await stage(url)
  await t.given.message(otto, channel, { content: '@**Echo** go' })
  await pass(t)
  expect(requests).toHaveLength(1)
  expect((await texts(t, otto, 'channel')).at(-1)).toBe(`Echo: Failure! ${shown}`)
  const [message = ''] = await texts(t, iris, 'dm')
  expect(message).toContain(told)
  expect(message).toContain('/near/')
})

test('a broken connection is tried three times more, and later calls of the bot wait for it', async () => {
  let isUp = false
  const { url, requests } = await receiver(() => (isUp ? { body: '{}' } : undefined))
  const { t, otto, channel } = await stage(url)
  await t.given.message(otto, channel, { content: '@**Echo** one' })
  await pass(t)
  await t.given.message(otto, channel, { content: '@**Echo** two' })
  for (let round = 0; round < 3; round++) await pass(t, 60)
  expect(requests.slice(0, 4).map(({ body }) => (JSON.parse(body) as { data: string }).data)).toEqual(
    Array.from({ length: 4 }, () => '@**Echo** one'),
  )
  expect(await texts(t, otto, 'channel')).toContain('Echo: Failure! Bot is unavailable')
  isUp = true
  await pass(t, 60)
  expect((JSON.parse(requests.at(-1)?.body ?? '{}') as { data?: string }).data).toBe('@**Echo** two')
})

test('a receiver that hangs delays no other bot', async () => {
  const hangs = await receiver(() => new Promise<Answer>(() => {}))
  const quick = await receiver(() => ({ body: '{"content": "Here."}' }))
  const { t, iris, otto, channel } = await stage(hangs.url, 1, hanging)
  const made = await t.as(iris).call(createBot, {
    full_name: 'Quick',
    short_name: 'quick',
    bot_type: 3,
    payload_url: quick.url,
  })
  const other = await t.given.channel([iris, otto, { id: made.user_id, email: '', apiKey: '' }], {
    name: 'other',
  })
  await t.given.message(otto, channel, { content: '@**Echo** one' })
  await pass(t)
  await t.given.message(otto, other, { content: '@**Quick** two' })
  await pass(t)
  expect(hangs.requests).toHaveLength(1)
  expect(quick.requests).toHaveLength(1)
})

test('addresses of the own network are not called unless they are allowed', async () => {
  const { url, requests } = await receiver(() => ({ body: '{}' }))
  const { t, iris, otto, channel } = await stage(url, 1, { TAGMA_OUTGOING_ALLOW: '127.0.0.1:1' })
  await t.given.message(otto, channel, { content: '@**Echo** go' })
  await pass(t)
  expect(requests).toEqual([])
  expect((await texts(t, otto, 'channel')).at(-1)).toBe('Echo: Failure! Bot is unavailable')
  expect((await texts(t, iris, 'dm'))[0]).toContain('private network')
})

test('a command calls the receiver once, however else the bot is named, and its buttons change their message', async () => {
  const choice = { type: 'multiple_choice', short_name: 'Yes', long_name: '', reply: 'yes', action: 'go' }
  const widget = (choices: object[]) => ({
    widget_type: 'zform',
    extra_data: { type: 'choices', heading: '', choices },
  })
  const { url, requests } = await receiver(({ body }) =>
    (JSON.parse(body) as { trigger: string }).trigger === 'action'
      ? { body: JSON.stringify({ content: 'Gone.', widget_content: widget([]) }) }
      : { body: JSON.stringify({ content: 'Go?', widget_content: JSON.stringify(widget([choice])) }) },
  )
  const { t, otto, bot, channel } = await stage(url)
  const commands = [{ name: 'go', summary: 'Goes', options: [{ name: 'to', type: 'text' as const }] }]
  await t.as(bot).call(setBotCommands, { bot_id: bot.id, commands })
  await t.given.message(otto, channel, { content: '/go @**Echo** now' })
  await pass(t)
  const bodies = () => requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
  expect(bodies()).toMatchObject([
    { trigger: 'command', command: { name: 'go', text: '@**Echo** now', options: { to: '@**Echo** now' } } },
  ])
  const read = async () =>
    (
      await t
        .as(otto)
        .call(getMessages, { anchor: 'newest', num_before: 9, num_after: 0, apply_markdown: false })
    ).messages
  const asked = (await read()).at(-1)
  expect(asked).toMatchObject({
    content: 'Go?',
    submessages: [{ content: JSON.stringify(widget([choice])) }],
  })
  const message_id = asked?.id ?? 0
  const pressed = await converge(t, [otto], async () => {
    await t.as(otto).call(pressButton, { message_id, action: 'go' })
    await pass(t)
  })
  expect(pressed.get(otto.id)).toMatchObject([
    { type: 'submessage', message_id, content: JSON.stringify(widget([])) },
    { type: 'message', message: { content: '<p>Gone.</p>', submessages: [] } },
  ])
  expect(bodies()[1]).toMatchObject({ trigger: 'action', action: 'go', user_id: otto.id, message_id })
})

test('a command reaches a receiver in Slack’s form', async () => {
  const { url, requests } = await receiver(() => ({ body: '{"text": "done"}' }))
  const { t, otto, bot, channel } = await stage(url, 2)
  await t.as(bot).call(setBotCommands, { bot_id: bot.id, commands: [{ name: 'go', summary: 'Goes' }] })
  await t.given.message(otto, channel, { content: '/go home' })
  await pass(t)
  const fields = Object.fromEntries(new URLSearchParams(requests[0]?.body))
  expect(fields).toMatchObject({ command: '/go', text: 'home', trigger_word: '/go' })
})

test('buttons of a wrong form, or without a content, are a failure that the owner learns of', async () => {
  const answers = ['{"content": "x", "widget_content": {"widget_type": "poll"}}', '{"widget_content": "{"}']
  const { url } = await receiver(() => ({ body: answers.shift() ?? '' }))
  const { t, iris, otto, bot } = await stage(url)
  await t.given.message(otto, [bot], { content: 'one' })
  await t.given.message(otto, [bot], { content: 'two' })
  await pass(t)
  await pass(t)
  const wrong = 'Echo: Failure! Invalid widget_content in response'
  expect(await texts(t, otto, 'dm')).toEqual(['otto: one', 'otto: two', wrong, wrong])
  expect((await texts(t, iris, 'dm')).filter((text) => text.includes('Invalid widget_content'))).toHaveLength(
    2,
  )
})

test('a failed call is listed for who administers the bot, and made again when they ask for it', async () => {
  let isUp = false
  const { url, requests } = await receiver(() =>
    isUp ? { body: '{"content": "Here I am."}' } : { status: 503, body: 'closed' },
  )
  const { t, iris, otto, bot, channel } = await stage(url)
  const id = await t.given.message(otto, channel, { content: '@**Echo** go' })
  await pass(t)
  const { waiting, failed } = await t.as(iris).call(getBotCalls, { bot_id: bot.id })
  expect([waiting, failed]).toEqual([
    0,
    [
      {
        id: expect.any(Number),
        failed_at: expect.any(Number),
        message_id: id,
        trigger: 'mention',
        problem: 'the status *503*',
      },
    ],
  ])
  const call = { bot_id: bot.id, call_id: failed[0]?.id ?? 0 }
  expect(await t.as(otto).refusal(getBotCalls, { bot_id: bot.id })).toMatchObject({ code: 'BAD_REQUEST' })
  expect(await t.as(otto).refusal(repeatBotCall, call)).toMatchObject({ code: 'BAD_REQUEST' })
  isUp = true
  await t.as(iris).call(repeatBotCall, call)
  expect(await t.as(iris).call(getBotCalls, { bot_id: bot.id })).toMatchObject({ waiting: 1, failed: [] })
  expect(await t.as(iris).refusal(repeatBotCall, call)).toMatchObject({
    message: 'The bot has no such failed call.',
  })
  await pass(t)
  expect(requests).toHaveLength(2)
  expect((await texts(t, otto, 'channel')).at(-1)).toBe('Echo: Here I am.')
})

test('a failed call is forgotten after a week', async () => {
  const { url } = await receiver(() => ({ status: 404, body: '' }))
  const { t, iris, otto, bot, channel } = await stage(url)
  await t.given.message(otto, channel, { content: '@**Echo** go' })
  await pass(t)
  expect((await t.as(iris).call(getBotCalls, { bot_id: bot.id })).failed).toHaveLength(1)
  t.clock.advance({ days: 8 })
  await t.app.tick()
  expect((await t.as(iris).call(getBotCalls, { bot_id: bot.id })).failed).toEqual([])
  const rows = await t.app.services.data.db
    .selectFrom('failed_hooks')
    .select('id')
    .where('bot_id', '=', bot.id)
    .execute()
  expect(rows).toEqual([])
})

test('a bot is called in public channels without being subscribed, and in private ones only where it is', async () => {
  const { url, requests } = await receiver(() => ({ body: '{}' }))
  const { t, iris, otto } = await stage(url)
  const everybodys = await t.given.channel([iris, otto], { name: 'open' })
  const closed = await t.given.channel([iris, otto], { name: 'closed', invite_only: true })
  await t.given.message(otto, everybodys, { content: '@**Echo** here, and @**Echo** again' })
  await t.given.message(otto, everybodys, { content: 'not @_**Echo**' })
  await t.given.message(otto, closed, { content: '@**Echo** not here' })
  await pass(t)
  await pass(t)
  expect(requests.map(({ body }) => (JSON.parse(body) as { data: string }).data)).toEqual([
    '@**Echo** here, and @**Echo** again',
  ])
})
