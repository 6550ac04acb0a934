import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { getMessage } from '@tagma/contract/endpoints/messages/get-message.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#test/app.ts'

interface Page {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A server of pages; a path without a page is never answered. */
async function pageServer(pages: Readonly<Record<string, Page>>) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const page = pages[request.url ?? '']
    if (!page) return
    response.writeHead(page.status ?? 200, { 'content-type': 'text/html', ...page.headers }).end(page.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { root: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const article = {
  body: '<head><meta property="og:title" content="Grey paper"><meta name="description" content="All of it"><meta property="og:image" content="/grey.png"></head>',
}

interface Given {
  /** Whether the organization wants previews. */
  readonly isOn?: boolean
  readonly settings?: Readonly<Record<string, string>>
}

async function stage({ isOn = true, settings = {} }: Given = {}) {
  const t = await testApp({ TAGMA_OUTGOING_ALLOW: '127.0.0.1', ...settings })
  const owner = await t.given.user('olive', { role: 'owner' })
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  if (isOn) await t.as(owner).call(updateRealm, { inline_url_embed_preview: true })
  const send = (content: string) => t.given.message(iris, channel, { content })
  const pass = async () => {
    t.clock.advance({ seconds: 2 })
    await t.app.tick()
  }
  const htmlOf = async (id: number) => (await t.as(otto).call(getMessage, { message_id: id })).message.content
  return { t, owner, iris, otto, channel, send, pass, htmlOf }
}

test('the server says whether it makes previews', async () => {
  for (const [value, expected] of [
    ['on', true],
    ['off', false],
  ] as const) {
    const { t, iris } = await stage({ settings: { TAGMA_LINK_PREVIEWS: value } })
    const state = await t.as(iris).call(registerQueue, { fetch_event_types: ['realm'] })
    expect(state.server_inline_url_embed_preview).toBe(expected)
  }
})

test('a linked page is shown behind the message, and clients are told', async () => {
  const { root } = await pageServer({ '/a': article })
  const { t, otto, send, pass, htmlOf } = await stage()
  const { queue_id } = await t.as(otto).call(registerQueue, { event_types: ['update_message'] })
  const id = await send(`Look: ${root}/a`)
  expect(await htmlOf(id)).not.toContain('message_embed')
  await pass()
  const html = await htmlOf(id)
  expect(html).toContain(
    `<a class="message_embed_image" href="${root}/a" style="background-image: url(&quot;/external_content/`,
  )
  expect(html).toContain(
    `<div class="message_embed_title"><a href="${root}/a" title="Grey paper">Grey paper</a></div>`,
  )
  expect(html).toContain('<div class="message_embed_description">All of it</div>')
  const query = { queue_id: queue_id ?? '', last_event_id: -1, dont_block: true }
  expect((await t.as(otto).call(getEvents, query)).events).toMatchObject([
    { type: 'update_message', user_id: null, rendering_only: true, message_id: id, rendered_content: html },
  ])
  const { message } = await t.as(otto).call(getMessage, { message_id: id })
  expect(message).not.toHaveProperty('last_edit_timestamp')
})

test('a page is asked once for many messages, and again after its time', async () => {
  const { root, asked } = await pageServer({ '/a': article, '/none': { body: '<title>No picture</title>' } })
  const { t, send, pass, htmlOf } = await stage()
  const [first, second] = [await send(`${root}/a ${root}/none`), await send(`${root}/a`)]
  await pass()
  for (const id of [first, second]) expect((await htmlOf(id)).match(/message_embed"/g)).toHaveLength(1)
  const third = await send(`${root}/a ${root}/none`)
  await pass()
  expect(await htmlOf(third)).toContain('Grey paper')
  expect(asked.toSorted()).toEqual(['/a', '/none'])
  t.clock.advance({ seconds: 25 * 3600 })
  await send(`${root}/a ${root}/none`)
  await pass()
  expect(asked.filter((path) => path === '/none')).toHaveLength(2)
  expect(asked.filter((path) => path === '/a')).toHaveLength(1)
  t.clock.advance({ seconds: 7 * 24 * 3600 })
  await send(`${root}/a`)
  await pass()
  expect(asked.filter((path) => path === '/a')).toHaveLength(2)
})

test.each([
  ['in code', (url: string) => `\`${url}\``],
  ['in a quote', (url: string) => `> ${url}`],
  ['to this server', () => 'http://localhost/somewhere'],
])('a link %s has no preview', async (_, write) => {
  const { root, asked } = await pageServer({ '/a': article })
  const { send, pass, htmlOf } = await stage()
  const id = await send(write(`${root}/a`))
  await pass()
  expect(await htmlOf(id)).not.toContain('message_embed')
  expect(asked).toEqual([])
})

test.each([
  ['the organization does not want them', { isOn: false }],
  ['the server makes none', { settings: { TAGMA_LINK_PREVIEWS: 'off' } }],
  ['pictures of others are not shown', { settings: { TAGMA_EXTERNAL_MEDIA: 'off' } }],
  ['the page is in a private network', { settings: { TAGMA_OUTGOING_ALLOW: '' } }],
])('nothing is asked where %s', async (_, given) => {
  const { root, asked } = await pageServer({ '/a': article })
  const { send, pass, htmlOf } = await stage(given)
  const id = await send(`${root}/a`)
  await pass()
  expect(await htmlOf(id)).not.toContain('message_embed')
  expect(asked).toEqual([])
})

test.each<[string, Page]>([
  ['is no page', { headers: { 'content-type': 'application/json' }, body: '{}' }],
  ['is gone', { status: 404, body: article.body }],
  ['leads inward', { status: 302, headers: { location: 'http://10.0.0.1/a' } }],
  ['leads in a circle', { status: 302, headers: { location: '/a' } }],
  [
    'has its picture elsewhere than on the web',
    { body: '<meta property="og:image" content="file:///etc/x">' },
  ],
])('a page that %s has no preview, and the message stays', async (_, page) => {
  const { root } = await pageServer({ '/a': page })
  const { send, pass, htmlOf } = await stage()
  const id = await send(`${root}/a`)
  await pass()
  expect(await htmlOf(id)).toBe(`<p><a href="${root}/a">${root}/a</a></p>`)
})

test('a page without a picture is asked for its oEmbed answer', async () => {
  const { root } = await pageServer({
    '/film': { body: '<title>Film</title><link type="application/json+oembed" href="/oembed">' },
    '/oembed': { body: '{"type":"video","title":"Other","thumbnail_url":"/still.jpg","html":"<b>x</b>"}' },
  })
  const { send, pass, htmlOf } = await stage()
  const id = await send(`${root}/film`)
  await pass()
  expect(await htmlOf(id)).toContain('>Film</a></div></div></div>')
})

test('at most five links of a message are looked up', async () => {
  const pages = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`/${index}`, article]))
  const { root, asked } = await pageServer(pages)
  const { send, pass } = await stage()
  await send(
    Object.keys(pages)
      .map((path) => root + path)
      .join(' '),
  )
  await pass()
  expect(asked).toHaveLength(5)
})

test('a message that was edited or deleted meanwhile stays as its people left it', async () => {
  const { root } = await pageServer({ '/a': article, '/b': article })
  const { t, iris, send, pass, htmlOf } = await stage()
  const [edited, deleted] = [await send(`${root}/a`), await send(`${root}/a`)]
  await t.as(iris).call(updateMessage, { message_id: edited, content: `Rather ${root}/b` })
  await t.as(iris).call(deleteMessage, { message_id: deleted })
  await pass()
  const html = await htmlOf(edited)
  expect(html).toContain(`<p>Rather <a href="${root}/b">`)
  expect(html).toContain('message_embed')
  await t.as(iris).call(updateMessage, { message_id: edited, content: 'No link' })
  await pass()
  expect(await htmlOf(edited)).toBe('<p>No link</p>')
})

test('the author takes the previews off, at any time and without an edit', async () => {
  const { root, asked } = await pageServer({ '/a': article, '/b': article })
  const { t, iris, otto, send, pass, htmlOf } = await stage()
  const id = await send(`${root}/a`)
  await pass()
  expect(await htmlOf(id)).toContain('message_embed')
  t.clock.advance({ seconds: 30 * 24 * 3600 })
  const { queue_id } = await t.as(otto).call(registerQueue, { event_types: ['update_message'] })
  await t.as(iris).call(updateMessage, { message_id: id, no_previews: true })
  const plain = `<p><a href="${root}/a">${root}/a</a></p>`
  expect(await htmlOf(id)).toBe(plain)
  await pass()
  expect(await htmlOf(id)).toBe(plain)
  const query = { queue_id: queue_id ?? '', last_event_id: -1, dont_block: true }
  expect((await t.as(otto).call(getEvents, query)).events).toMatchObject([
    { type: 'update_message', user_id: null, rendering_only: true, message_id: id, rendered_content: plain },
  ])
  const { message } = await t.as(otto).call(getMessage, { message_id: id })
  expect(message).not.toHaveProperty('last_edit_timestamp')
  expect(asked).toEqual(['/a'])
})

test('an edit may leave previews out, and pages that were not looked up yet are not', async () => {
  const { root, asked } = await pageServer({ '/a': article, '/b': article })
  const { t, iris, send, pass, htmlOf } = await stage()
  const [first, second] = [await send(`${root}/a`), await send(`${root}/a`)]
  await t.as(iris).call(updateMessage, { message_id: first, no_previews: true })
  await t.as(iris).call(updateMessage, { message_id: second, content: `Rather ${root}/b`, no_previews: true })
  await pass()
  for (const id of [first, second]) expect(await htmlOf(id)).not.toContain('message_embed')
  expect(asked).toEqual([])
})

test('nobody takes the previews off the message of another person, nor while moving', async () => {
  const { t, iris, otto, send } = await stage()
  const message_id = await send('https://x.example/')
  const refused = async (by: typeof iris, more: object) =>
    (await t.as(by).refusal(updateMessage, { message_id, no_previews: true, ...more })).message
  expect(await refused(otto, {})).toBe("You don't have permission to edit this message")
  expect(await refused(iris, { topic: 'elsewhere' })).toMatch(/calls of their own/)
})

test('pages of domains that the organization names are not looked up', async () => {
  const { t, owner, send, pass, htmlOf } = await stage()
  const { root, asked } = await pageServer({ '/one': article, '/two': article })
  await t.as(owner).call(updateRealm, { domains_without_previews: 'example.com 127.0.0.1' })
  const id = await send(`See ${root}/one`)
  await pass()
  expect(await htmlOf(id)).not.toContain('message_embed')
  expect(asked).toEqual([])
  await t.as(owner).call(updateRealm, { domains_without_previews: '' })
  const other = await send(`See ${root}/two`)
  await pass()
  expect(await htmlOf(other)).toContain('Grey paper')
})
