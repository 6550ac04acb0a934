import type { Client } from '@modelcontextprotocol/client'
import { getStreamId } from '@tagma/contract/endpoints/channels/get-stream-id.ts'
import { getAgentActions } from '@tagma/contract/endpoints/mcp/get-agent-actions.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { must } from '#model/must.ts'
import { waitingForPreviews } from '#store/messages/link-previews.ts'
import { testApp } from '#test/app.ts'
import { connectMcp, givenToken } from '#test/mcp-client.ts'
import { tools } from './tools.ts'

// Tests the tools as an agent uses them, by the official client.

interface Result {
  readonly isError?: boolean
  readonly text: string
  readonly fields: Readonly<Record<string, unknown>>
}

async function use(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Result> {
  const result = await client.callTool({ name, arguments: args })
  // Each answer has the form that its tool declares.
  const { output } = must(
    tools.find((each) => each.name === name),
    'there is such a tool',
  )
  if (!result.isError) z.strictObject(output.shape).parse(result.structuredContent)
  const [first] = result.content as readonly { readonly text?: string }[]
  return {
    ...(result.isError === undefined ? {} : { isError: result.isError }),
    text: first?.text ?? '',
    fields: (result.structuredContent ?? {}) as Record<string, unknown>,
  }
}

/** Iris, whose agent it is, and Otto in the channel design, with a message by Otto. */
async function givenTalk(agrees?: (question: string) => boolean) {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto], { name: 'design' })
  const hello = await t.given.message(otto, channel, { topic: 'colors', content: 'Warm **grey**?' })
  const client = await connectMcp(t, await givenToken(t, iris, ['full']), 'auto', agrees)
  const read = async (topic: string) => {
    const { messages } = await t.as(otto).call(getMessages, {
      anchor: 'newest',
      num_before: 100,
      narrow: [
        ['channel', 'design'],
        ['topic', topic],
      ],
      apply_markdown: false,
    })
    return messages.map(({ content }) => content)
  }
  return { t, iris, otto, channel, hello, client, read }
}

test('an agent reads a topic: who wrote what, when, with a link, marked as data', async () => {
  const { client, hello, otto, channel } = await givenTalk()
  const { fields } = await use(client, 'read_topic', { channel: 'design', topic: 'colors' })
  expect(fields).toMatchObject({
    untrusted: true,
    messages: [
      {
        id: hello,
        channel: 'design',
        topic: 'colors',
        author: 'otto',
        author_id: otto.id,
        by_you: false,
        unread: true,
        content: 'Warm **grey**?',
        sent_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/),
        link: expect.stringContaining(`/#narrow/channel/${channel.id}-design/topic/colors/near/${hello}`),
      },
    ],
  })
})

test('an agent searches by words, author and time, and goes on by a cursor', async () => {
  const { t, client, otto, iris, channel } = await givenTalk()
  for (const content of ['one', 'two', 'three']) {
    t.clock.advance({ minutes: 1 })
    await t.given.message(otto, channel, { topic: 'numbers', content })
  }
  const contents = ({ fields }: Result) =>
    (fields.messages as readonly { content: string }[]).map(({ content }) => content)
  const place = { channel: 'design', topic: 'numbers' }
  const newest = await use(client, 'search_messages', { ...place, limit: 2 })
  expect(contents(newest)).toEqual(['two', 'three'])
  expect(contents(await use(client, 'search_messages', { ...place, cursor: newest.fields.cursor }))).toEqual([
    'one',
  ])
  expect(contents(await use(client, 'search_messages', { ...place, from: 'iris' }))).toEqual([])
  expect(contents(await use(client, 'search_messages', { ...place, from: 'otto', limit: 1 }))).toEqual([
    'three',
  ])
  const until = new Date(t.clock.now()).toISOString()
  expect(contents(await use(client, 'search_messages', { ...place, until }))).toEqual(['one', 'two'])
  const since = new Date(t.clock.now() - 60_000).toISOString()
  expect(contents(await use(client, 'search_messages', { ...place, since }))).toEqual(['two', 'three'])
  expect(iris.id).not.toBe(otto.id)
})

test('a message is found by id or link, with its context', async () => {
  const { t, client, hello, otto, channel } = await givenTalk()
  const next = await t.given.message(otto, channel, { topic: 'colors', content: 'Or blue?' })
  expect((await use(client, 'get_message', { message: String(hello) })).fields).toMatchObject({
    message: { id: hello },
  })
  const link = `http://${t.host}/#narrow/channel/${channel.id}-design/topic/colors/near/${hello}`
  expect((await use(client, 'get_message', { message: link, context: 5 })).fields).toMatchObject({
    messages: [{ id: hello }, { id: next }],
  })
  expect(await use(client, 'get_message', { message: 'the last one' })).toMatchObject({
    isError: true,
    text: 'Name the message by its id or by a link to it.',
  })
})

test('lists: unread messages, topics, channels, people, oneself', async () => {
  const { client, hello, channel, otto, iris } = await givenTalk()
  expect((await use(client, 'list_unread')).fields).toMatchObject({ messages: [{ id: hello }] })
  expect((await use(client, 'list_topics', { channel: 'design' })).fields).toMatchObject({
    topics: [{ topic: 'colors', newest_message: hello }],
  })
  expect((await use(client, 'list_channels', { query: 'desi' })).fields).toMatchObject({
    channels: [{ id: channel.id, name: 'design', is_private: false }],
  })
  expect((await use(client, 'find_people', { query: 'ott' })).fields).toMatchObject({
    people: [{ id: otto.id, name: 'otto', role: 'member' }],
  })
  expect((await use(client, 'whoami')).fields).toMatchObject({ id: iris.id, name: 'iris', role: 'member' })
})

test('a name that nothing has is answered with similar ones', async () => {
  const { client } = await givenTalk()
  expect(await use(client, 'read_topic', { channel: 'desing', topic: 'colors' })).toMatchObject({
    isError: true,
    text: 'There is no channel desing; near: design. The tool list_channels lists them.',
  })
  const nobody = await use(client, 'send_message', { to: { people: ['zora'] }, content: 'Hi' })
  expect(nobody).toMatchObject({ isError: true, text: expect.stringContaining('nobody called zora') })
})

test('a private channel of others looks like none', async () => {
  const { t, client, otto } = await givenTalk()
  await t.given.channel([otto], { name: 'secrets', invite_only: true })
  const hidden = await use(client, 'read_topic', { channel: 'secrets', topic: 'x' })
  const missing = await use(client, 'read_topic', { channel: 'sxcrets', topic: 'x' })
  expect(hidden.text.replace('secrets', 'sxcrets')).toBe(missing.text)
})

test('an agent sends, edits, reacts and marks as read, in the name of its account', async () => {
  const { t, client, iris, read } = await givenTalk()
  const to = { channel: '#design', topic: 'colors' }
  const sent = await use(client, 'send_message', { to, content: 'Warm, please.' })
  const id = sent.fields.id as number
  await use(client, 'edit_message', { message_id: id, content: 'Warm, please!' })
  await use(client, 'add_reaction', { message_id: id, emoji_name: 'octopus' })
  expect(await read('colors')).toEqual(['Warm **grey**?', 'Warm, please!'])
  const { messages } = await t.as(iris).call(getMessages, { message_ids: [id] })
  expect(messages[0]).toMatchObject({
    sender_id: iris.id,
    client: 'MCP (desk)',
    reactions: [{ emoji_name: 'octopus' }],
  })
  await use(client, 'mark_read', { place: { channel: 'design' } })
  expect((await use(client, 'list_unread')).fields).toMatchObject({ messages: [] })
  const actions = (await t.as(iris).call(getAgentActions, {})).agent_actions
  expect(actions.map(({ tool, outcome }) => `${tool} ${outcome}`)).toEqual([
    'mark_read done',
    'add_reaction done',
    'edit_message done',
    'send_message done',
  ])
  expect(actions[2]).toMatchObject({ client: 'desk', user_id: iris.id, touched: { messages: [id] } })
})

test('pictures of other servers in a message by an agent stay links', async () => {
  const { t, client, iris } = await givenTalk()
  const to = { channel: 'design', topic: 'colors' }
  const { fields } = await use(client, 'send_message', { to, content: 'https://example.com/a.png?secret' })
  const { messages } = await t.as(iris).call(getMessages, { message_ids: [fields.id as number] })
  expect(messages[0]?.content).not.toContain('<img')
})

test('pages that an agent links are not looked up', async () => {
  const { t, client, iris } = await givenTalk()
  const owner = await t.given.user('olive', { role: 'owner' })
  await t.as(owner).call(updateRealm, { inline_url_embed_preview: true })
  const to = { channel: 'design', topic: 'colors' }
  const content = 'https://example.com/page?secret'
  await use(client, 'send_message', { to, content })
  const waiting = () => waitingForPreviews(t.app.services.data.db, t.organizationId, 10)
  expect(await waiting()).toEqual([])
  const { id } = await t.as(iris).call(sendMessage, { type: 'direct', to: [iris.id], content })
  expect(await waiting()).toEqual([id])
})

test('a dry run changes nothing and says what would happen', async () => {
  const { t, client, iris, read } = await givenTalk()
  const to = { channel: 'design', topic: 'colors' }
  const { fields } = await use(client, 'send_message', { to, content: 'Blue?', dry_run: true })
  expect(fields).toMatchObject({ dry_run: true, effects: [{ event: 'message', people: 2 }] })
  const made = await use(client, 'create_channel', { name: 'new', dry_run: true })
  expect(made.fields).toMatchObject({ dry_run: true, asks_first: expect.stringContaining('channel new') })
  const moved = await use(client, 'resolve_topic', { channel: 'design', topic: 'colors', dry_run: true })
  expect(moved.fields).toMatchObject({
    effects: expect.arrayContaining([expect.objectContaining({ event: 'update_message', messages: 1 })]),
  })
  expect(await read('colors')).toEqual(['Warm **grey**?'])
  expect((await t.as(iris).refusal(getStreamId, { stream: 'new' })).code).toBe('BAD_REQUEST')
  expect((await t.as(iris).call(getAgentActions, {})).agent_actions).toEqual([])
})

test('a dry run of an upload keeps no file', async () => {
  const { t, client } = await givenTalk()
  const { blobs } = t.app.services.outside
  const before = await Array.fromAsync(blobs.list())
  const { fields } = await use(client, 'upload_file', {
    name: 'notes.txt',
    base64: btoa('Hello'),
    dry_run: true,
  })
  expect(fields).toMatchObject({ dry_run: true, effects: [{ event: 'attachment/add', people: 1 }] })
  expect(await Array.fromAsync(blobs.list())).toEqual(before)
})

test('a call with a key of its own is carried out once', async () => {
  const { client, read } = await givenTalk()
  const to = { channel: 'design', topic: 'colors' }
  const first = await use(client, 'send_message', { to, content: 'Blue?', idempotency_key: 'k1' })
  expect(await use(client, 'send_message', { to, content: 'Blue?', idempotency_key: 'k1' })).toEqual(first)
  expect(await read('colors')).toEqual(['Warm **grey**?', 'Blue?'])
})

test('a topic is resolved and moved', async () => {
  const { client, read } = await givenTalk()
  await use(client, 'resolve_topic', { channel: 'design', topic: 'colors' })
  expect((await read('✔ colors'))[0]).toBe('Warm **grey**?')
  expect(await use(client, 'resolve_topic', { channel: 'design', topic: '✔ colors' })).toMatchObject({
    isError: true,
  })
  await use(client, 'move_topic', { channel: 'design', topic: '✔ colors', to: { topic: 'shades' } })
  expect((await read('shades'))[0]).toBe('Warm **grey**?')
})

test('a person is asked before a message is deleted, and nothing happens if they decline', async () => {
  const questions: string[] = []
  let agrees = false
  const { t, client, iris, channel, read } = await givenTalk((question) => {
    questions.push(question)
    return agrees
  })
  const mine = await t.given.message(iris, channel, { topic: 'mine', content: 'Delete me' })
  expect(await use(client, 'delete_message', { message_id: mine })).toMatchObject({ isError: true })
  expect(await read('mine')).toEqual(['Delete me'])
  agrees = true
  expect((await use(client, 'delete_message', { message_id: mine })).fields).toEqual({ id: mine })
  expect(await read('mine')).toEqual([])
  expect(questions).toHaveLength(2)
  expect(questions[0]).toContain('"Delete me"')
  const { agent_actions } = await t.as(iris).call(getAgentActions, {})
  expect(agent_actions.map(({ outcome }) => outcome)).toEqual(['done', 'asked', 'declined', 'asked'])
})

test('a program that cannot ask is given a plan, which holds for that call alone', async () => {
  const { t, client, iris, channel, read } = await givenTalk()
  const mine = await t.given.message(iris, channel, { topic: 'mine', content: 'Delete me' })
  const other = await t.given.message(iris, channel, { topic: 'mine', content: 'Keep me' })
  const first = await use(client, 'delete_message', { message_id: mine })
  expect(first).toMatchObject({ isError: true, fields: { plan: expect.any(String) } })
  const { plan } = first.fields
  expect(await use(client, 'delete_message', { message_id: other, plan })).toMatchObject({
    isError: true,
    text: expect.stringContaining('another call'),
  })
  expect(await use(client, 'delete_message', { message_id: mine, plan: `${String(plan)}x` })).toMatchObject({
    isError: true,
  })
  expect(await read('mine')).toEqual(['Delete me', 'Keep me'])
  expect((await use(client, 'delete_message', { message_id: mine, plan })).fields).toEqual({ id: mine })
  // Carried out again, it is answered alike.
  expect((await use(client, 'delete_message', { message_id: mine, plan })).fields).toEqual({ id: mine })
  expect(await read('mine')).toEqual(['Keep me'])
  const late = await use(client, 'delete_message', { message_id: other })
  t.clock.advance({ minutes: 11 })
  expect(await use(client, 'delete_message', { message_id: other, plan: late.fields.plan })).toMatchObject({
    isError: true,
    text: expect.stringContaining('ten minutes'),
  })
})

test('a person is asked before many are notified', async () => {
  const { t, client, iris, otto } = await givenTalk()
  const crowd = await t.given.members(...Array.from({ length: 15 }, (_, index) => `person${index}`))
  await t.given.channel([iris, otto, ...Object.values(crowd)], { name: 'all-hands' })
  const call = { to: { channel: 'all-hands', topic: 'lunch' }, content: '@**all** now' }
  expect(await use(client, 'send_message', call)).toMatchObject({
    isError: true,
    text: expect.stringContaining('may notify 17 people'),
  })
  const few = { to: { channel: 'design', topic: 'lunch' }, content: '@**all** now' }
  expect((await use(client, 'send_message', few)).isError).toBeUndefined()
})

test('an agent uploads a file and reads it, and nobody else does', async () => {
  const { t, client, otto } = await givenTalk()
  const { fields } = await use(client, 'upload_file', { name: 'notes.txt', base64: btoa('Hello') })
  expect(fields.markdown).toMatch(/^\[notes\.txt\]\(\/user_uploads\//)
  expect((await use(client, 'read_file', { link: fields.url })).fields).toEqual({
    untrusted: true,
    name: 'notes.txt',
    text: 'Hello',
  })
  const ottos = await connectMcp(t, await givenToken(t, otto, ['full']))
  expect(await use(ottos, 'read_file', { link: fields.url })).toMatchObject({ isError: true })
  expect(await use(client, 'read_file', { link: 'https://example.com/x' })).toMatchObject({ isError: true })
})

test('a message is scheduled, and channels are made and joined', async () => {
  const { t, client, otto } = await givenTalk(() => true)
  const at = new Date(t.clock.now() + 3_600_000).toISOString()
  const to = { people: ['otto'] }
  expect((await use(client, 'schedule_message', { to, content: 'Lunch?', at })).fields).toMatchObject({
    scheduled_message_id: expect.any(Number),
  })
  const made = await use(client, 'create_channel', { name: 'launch', people: ['otto'] })
  expect(made.fields).toMatchObject({ name: 'launch', id: expect.any(Number) })
  await t.given.channel([otto], { name: 'tea' })
  expect((await use(client, 'subscribe', { channel: 'tea' })).fields).toMatchObject({ channel: 'tea' })
})

test('the direct messages with somebody are read', async () => {
  const { t, client, iris, otto } = await givenTalk()
  const id = await t.given.message(otto, [iris], { content: 'Psst' })
  expect((await use(client, 'read_direct', { people: ['otto'] })).fields).toMatchObject({
    messages: [{ id, direct_with: ['otto'], content: 'Psst' }],
  })
})

test('only administrators see what agents did for others', async () => {
  const { t, client, iris, otto } = await givenTalk()
  await use(client, 'send_message', { to: { people: ['otto'] }, content: 'Hi' })
  expect((await t.as(otto).call(getAgentActions, {})).agent_actions).toEqual([])
  expect((await t.as(otto).refusal(getAgentActions, { user_id: iris.id })).code).toBe('BAD_REQUEST')
  const owner = await t.given.user('boss', { role: 'owner' })
  expect((await t.as(owner).call(getAgentActions, {})).agent_actions).toMatchObject([{ user_id: iris.id }])
})

test('each tool says what it answers, in words of the contract where there are some', async () => {
  const { client } = await givenTalk()
  const listed = (await client.listTools()).tools
  for (const { name, outputSchema } of listed) expect([name, outputSchema?.type]).toEqual([name, 'object'])
  const send = listed.find(({ name }) => name === 'send_message')?.outputSchema
  expect(send?.properties).toMatchObject({
    id: { type: 'integer', description: sendMessage.returns.id.description },
    dry_run: { const: true },
  })
  expect(send).not.toHaveProperty('required')
  const topics = listed.find(({ name }) => name === 'list_topics')?.outputSchema
  expect(topics?.required).toEqual(['untrusted', 'channel', 'topics'])
  expect(JSON.stringify(listed)).not.toContain('"x-')
})
