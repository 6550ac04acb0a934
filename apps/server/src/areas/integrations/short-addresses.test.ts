import { createBot } from '@tagma/contract/endpoints/bots/create-bot.ts'
import { updateBot } from '@tagma/contract/endpoints/bots/update-bot.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { expect, test } from 'vitest'
import { type Account, type TestApp, testApp } from '#test/app.ts'

// Addresses for programs that know Mattermost, Slack or Discord, and have room for one address and no more.

async function stage() {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await t.given.channel([iris, otto], { name: 'ops' })
  await t.given.channel([iris, otto], { name: 'home' })
  const made = await t
    .as(iris)
    .call(createBot, { full_name: 'Build', short_name: 'build', bot_type: 2, default_sending_stream: 'home' })
  const post = async (url: string, payload: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await t.app.http.inject({
      method: 'POST',
      url,
      headers: { host: t.host, 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(payload),
    })
    return { status: answer.statusCode, body: answer.body }
  }
  return { t, iris, otto, post, bot: { id: made.user_id, key: made.api_key } }
}

async function texts(t: TestApp, reader: Account, channel: string) {
  const { messages } = await t.as(reader).call(getMessages, {
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: 'channel', operand: channel }],
  })
  return messages.map(({ subject, content, client }) => `${subject}: ${content} (${client})`)
}

test('a sender for Mattermost posts to the channel that it names, or else to that of the bot', async () => {
  const { t, otto, post, bot } = await stage()
  const success = { status: 200, body: '{"result":"success","msg":""}' }
  expect(await post(`/hooks/${bot.key}`, { text: '**up**', channel: '#ops', username: 'x' })).toEqual(success)
  expect(await texts(t, otto, 'ops')).toEqual([
    'general chat: **up** (TagmaMattermostcompatiblewebhookWebhook)',
  ])
  expect(await post(`/hooks/${bot.key}?topic=deploys`, { text: 'done' })).toEqual(success)
  // Unknown here: the name becomes the topic.
  expect(await post(`/hooks/${bot.key}`, { text: 'down', channel: 'town-square' })).toEqual(success)
  expect((await texts(t, otto, 'home')).map((text) => text.split(' (')[0])).toEqual([
    'deploys: done',
    'town-square: down',
  ])
})

test('a sender is not led into a channel that the bot may not post to', async () => {
  const { t, iris, otto, post, bot } = await stage()
  await t.given.channel([iris], { name: 'secret', invite_only: true })
  await t.given.channel([iris, otto], {
    name: 'announce',
    can_send_message_group: { direct_members: [iris.id], direct_subgroups: [] },
  })
  for (const channel of ['secret', 'announce']) await post(`/hooks/${bot.key}`, { text: 'hi', channel })
  expect((await texts(t, otto, 'home')).map((text) => text.split(' (')[0])).toEqual([
    'secret: hi',
    'announce: hi',
  ])
})

test('a sender for Discord is answered by nothing, unless it waits', async () => {
  const { t, otto, post, bot } = await stage()
  const address = `/api/webhooks/${bot.id}/${bot.key}`
  expect(await post(`${address}?stream=ops`, { content: 'up', username: 'Bot' })).toEqual({
    status: 204,
    body: '',
  })
  expect(
    (await post(`${address}?wait=true&stream=ops`, { content: 'up again', username: 'Bot' })).status,
  ).toBe(200)
  expect(await post(`${address}/slack?stream=ops`, { text: '*slack*', channel: '#x' })).toEqual({
    status: 200,
    body: '{"result":"success","msg":"","ok":true}',
  })
  const zen = {
    zen: 'Design for failure.',
    hook: {},
    hook_id: 7,
    repository: { full_name: 'o/r', name: 'r', html_url: 'https://x.example/r' },
    sender: { login: 'ada', html_url: 'https://x.example/ada' },
  }
  expect((await post(`${address}/github?stream=ops`, zen, { 'x-github-event': 'ping' })).status).toBe(200)
  expect((await texts(t, otto, 'ops')).map((text) => text.split(' (')[0])).toEqual([
    'Bot: up',
    'Bot: up again',
    'x: **slack**',
    'r: GitHub webhook has been successfully configured by ada.',
  ])
  expect((await post(address, '{')).status).toBe(400)
})

test('keys that are wrong, or of another bot, open nothing, and no report shows one', async () => {
  const { t, iris, post, bot } = await stage()
  const other = await t.as(iris).call(createBot, { full_name: 'Other', short_name: 'other', bot_type: 2 })
  const code = async (url: string) => {
    const { status, body } = await post(url, { content: 'x' })
    return [status, (JSON.parse(body) as { code: string }).code]
  }
  expect(await code('/hooks/short')).toEqual([401, 'INVALID_API_KEY'])
  expect(await code(`/hooks/${'x'.repeat(32)}`)).toEqual([401, 'INVALID_API_KEY'])
  expect(await code(`/api/webhooks/${bot.id}/${other.api_key}`)).toEqual([401, 'INVALID_API_KEY'])
  expect(await code(`/api/webhooks/${bot.id}/${bot.key}/teams`)).toEqual([404, 'NOT_FOUND'])
  // Neither the query nor another path chooses another key.
  expect(await code(`/hooks/${'x'.repeat(32)}?api_key=${bot.key}`)).toEqual([401, 'INVALID_API_KEY'])
})

test.each(['/hooks/abc', '/api/webhooks/7/abc'])('%s answers who asks whether it exists', async (url) => {
  const { t } = await stage()
  const asked = await t.app.http.inject({ method: 'GET', url, headers: { host: t.host } })
  expect(asked.statusCode).toBe(200)
})

test('an incoming webhook keeps its integration and its secret, and nothing else', async () => {
  const { t, iris } = await stage()
  const made = { full_name: 'Git', short_name: 'git', bot_type: 2 as const }
  const refused = async (more: object) => (await t.as(iris).refusal(createBot, { ...made, ...more })).message
  expect(await refused({ service_name: 'nonsense' })).toBe("Invalid integration 'nonsense'.")
  expect(await refused({ config_data: { color: 'red' } })).toMatch(/no configuration 'color'/)
  expect(await refused({ config_data: { webhook_secret: 'x'.repeat(1001) } })).toMatch(/too long/)
  const services = async () => {
    const { realm_bots = [] } = await t.as(iris).call(registerQueue, { event_types: ['realm_bot'] })
    return realm_bots.find(({ user_id }) => user_id === user)?.services
  }
  const { user_id: user } = await t.as(iris).call(createBot, { ...made, service_name: 'github' })
  expect(await services()).toEqual([{ service_name: 'github', config_data: {} }])
  await t.as(iris).call(updateBot, { bot_id: user, config_data: { webhook_secret: 's' } })
  expect(await services()).toEqual([{ service_name: 'github', config_data: { webhook_secret: 's' } }])
  await t
    .as(iris)
    .call(updateBot, { bot_id: user, service_name: 'gitlab', config_data: { webhook_secret: '' } })
  expect(await services()).toEqual([{ service_name: 'gitlab', config_data: {} }])
})
