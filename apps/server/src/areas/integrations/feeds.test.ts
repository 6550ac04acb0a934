import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addBotFeed } from '@tagma/contract/endpoints/bots/add-bot-feed.ts'
import { getBotFeeds } from '@tagma/contract/endpoints/bots/get-bot-feeds.ts'
import { removeBotFeed } from '@tagma/contract/endpoints/bots/remove-bot-feed.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { expect, onTestFinished, test } from 'vitest'
import { type Account, type TestApp, testApp } from '#test/app.ts'

interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

async function feedServer(answer: (path: string, headers: IncomingHttpHeaders) => Answer) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const { status = 200, headers = {}, body = '' } = answer(request.url ?? '', request.headers)
    response.writeHead(status, headers).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`, asked }
}

const rss = (...names: string[]) =>
  `<rss><channel><title>Releases</title>${names
    .map((name) => `<item><title>${name}</title><link>https://x.example/${name}</link></item>`)
    .join('')}</channel></rss>`

async function stage(allows = '127.0.0.1') {
  const t = await testApp({ TAGMA_OUTGOING_ALLOW: allows, TAGMA_WEBHOOK_TIMEOUT: '2' })
  const { iris, otto } = await t.given.members('iris', 'otto')
  const bot = await t.given.bot('news', iris)
  const channel = await t.given.channel([iris, otto, bot], { name: 'ops' })
  const add = (url: string, more: { topic?: string } = {}) =>
    t.as(iris).call(addBotFeed, { bot_id: bot.id, url, stream_id: channel.id, ...more })
  const problem = async () => (await t.as(iris).call(getBotFeeds, { bot_id: bot.id })).feeds[0]?.problem
  return { t, iris, otto, bot, channel, add, problem }
}

async function pass(t: TestApp, seconds = 901) {
  t.clock.advance({ seconds })
  await t.app.tick()
}

async function texts(t: TestApp, reader: Account, operator: 'channel' | 'is', operand: string) {
  const { messages } = await t.as(reader).call(getMessages, {
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator, operand }],
  })
  return messages.map(({ subject, content }) => `${subject}: ${content}`)
}

const link = (name: string) => `Releases: **[${name}](https://x.example/${name})**`

test('new entries are posted once, oldest first; those of the first look are not', async () => {
  let names = ['a']
  const { url, asked } = await feedServer((_path, headers) => {
    const etag = `"${names.join()}"`
    return headers['if-none-match'] === etag ? { status: 304 } : { headers: { etag }, body: rss(...names) }
  })
  const { t, iris, otto, bot, add } = await stage()
  const { id } = await add(url)
  await pass(t)
  await pass(t)
  names = ['c', 'b', 'a']
  await pass(t, 60)
  expect(asked).toHaveLength(2)
  await pass(t)
  await pass(t)
  expect(await texts(t, otto, 'channel', 'ops')).toEqual([link('b'), link('c')])
  await t.as(iris).call(removeBotFeed, { bot_id: bot.id, feed_id: id })
  const before = asked.length
  await pass(t)
  expect(asked).toHaveLength(before)
})

test('redirects are followed three times, and the topic can be chosen', async () => {
  let names = ['a']
  const { url, asked } = await feedServer((path) =>
    path.length < '/feed333'.length
      ? { status: 302, headers: { location: `${path}3` } }
      : { body: rss(...names) },
  )
  const { t, otto, add } = await stage()
  await add(url, { topic: 'news' })
  await pass(t)
  names = ['b', 'a']
  await pass(t)
  expect(asked.slice(0, 4)).toEqual(['/feed', '/feed3', '/feed33', '/feed333'])
  expect(await texts(t, otto, 'channel', 'ops')).toEqual([link('b').replace('Releases', 'news')])
})

test.each([
  ['no feed', { body: '<html></html>' }, /neither RSS nor Atom/],
  ['a status', { status: 500 }, /status 500/],
  ['a loop', { status: 301, headers: { location: '/feed' } }, /leads to another one too often/],
  ['a private network', { status: 301, headers: { location: 'http://169.254.169.254/' } }, /private network/],
  ['too much', { body: 'x'.repeat(1024 * 1024 + 1) }, /larger than 1 MiB/],
])('%s is a failure that waits longer each time, and is told after a day', async (_, answer, reason) => {
  const { url, asked } = await feedServer(() => answer)
  const { t, iris, add, problem } = await stage()
  await add(url)
  await pass(t)
  expect(await problem()).toMatch(reason)
  const first = asked.length
  await pass(t)
  expect(asked.length).toBeGreaterThan(first)
  const second = asked.length
  await pass(t)
  expect(asked).toHaveLength(second)
  expect(await texts(t, iris, 'is', 'dm')).toEqual([])
  for (let day = 0; day < 3; day++) await pass(t, 24 * 3600)
  const told = await texts(t, iris, 'is', 'dm')
  expect(told).toHaveLength(1)
  expect(told[0]).toMatch(/could not read the feed/)
})

test('a feed inside this network is a failure', async () => {
  const { url } = await feedServer(() => ({ body: rss('a') }))
  const { t, add, problem } = await stage('192.0.2.1')
  await add(url)
  await pass(t)
  expect(await problem()).toMatch(/private network/)
})

test('only who administers the bot adds feeds, to channels that both may read', async () => {
  const { t, iris, otto, bot, channel, add } = await stage()
  const url = 'https://x.example/feed'
  const given = { bot_id: bot.id, url, stream_id: channel.id }
  expect((await t.as(otto).refusal(addBotFeed, given)).message).toBe('Insufficient permission')
  expect((await t.as(otto).refusal(getBotFeeds, given)).message).toBe('Insufficient permission')
  await add(url)
  const refused = async (more: object) =>
    (await t.as(iris).refusal(addBotFeed, { ...given, ...more })).message
  expect(await refused({})).toMatch(/already/)
  expect(await refused({ url: 'file:///etc/passwd' })).toMatch(/begins with/)
  const hidden = await t.given.channel([otto], { invite_only: true })
  expect(await refused({ stream_id: hidden.id })).toBe('Invalid channel ID')
  const own = await t.given.channel([iris], { invite_only: true })
  expect(await refused({ stream_id: own.id })).toBe('The bot may not read this channel.')
  const missing = { bot_id: bot.id, feed_id: 99_999 }
  expect((await t.as(iris).refusal(removeBotFeed, missing)).message).toBe('The bot has no such feed.')
})
