import type { Client } from '@modelcontextprotocol/client'
import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { connectMcp, givenToken } from '#test/mcp-client.ts'
import { requireWritable } from './require-writable.ts'

const use = (client: Client, name: string, args: Record<string, unknown>) =>
  client.callTool({ name, arguments: args })

/** The agent of Iris, who reads design and secret and lets it write in design alone. */
async function givenBound() {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const design = await t.given.channel([iris, otto], { name: 'design' })
  const secret = await t.given.channel([iris, otto], { name: 'secret', invite_only: true })
  const token = await givenToken(t, iris, ['full'], { writeTo: [design.id] })
  const client = await connectMcp(t, token, 'auto', () => true)
  return { t, iris, otto, design, secret, token, client }
}

const refusal = 'This access token writes only to direct messages to yourself, #design.'

test('an agent writes in the channels that its person chose, and to its person', async () => {
  const { t, iris, otto, design, client } = await givenBound()
  const id = await t.given.message(iris, design, { topic: 'colors', content: 'Grey' })
  const theirs = await t.given.message(otto, design, { topic: 'colors', content: 'Red' })
  const at = new Date(t.clock.now() + 3_600_000).toISOString()
  const allowed: readonly [string, Record<string, unknown>][] = [
    ['send_message', { to: { channel: 'design', topic: 'colors' }, content: 'Blue' }],
    ['send_message', { to: { people: ['iris'] }, content: 'A note' }],
    ['schedule_message', { to: { channel: 'design', topic: 'colors' }, content: 'Later', at }],
    ['edit_message', { message_id: id, content: 'Dark grey' }],
    ['add_reaction', { message_id: theirs, emoji_name: 'tada' }],
    ['add_reaction', { message_id: theirs, emoji_name: 'tada', remove: true }],
    ['resolve_topic', { channel: 'design', topic: 'colors' }],
    ['subscribe', { channel: 'design' }],
    ['delete_message', { message_id: id }],
    ['upload_file', { name: 'notes.txt', base64: btoa('Hello') }],
  ]
  for (const [name, args] of allowed)
    expect([name, await use(client, name, args)]).toEqual([
      name,
      expect.not.objectContaining({ isError: true }),
    ])
})

test('what it reads elsewhere goes nowhere else, and it is told where it may write', async () => {
  const { t, iris, otto, secret, client } = await givenBound()
  await t.given.channel([iris, otto], { name: 'lobby' })
  const id = await t.given.message(iris, secret, { topic: 'plans', content: 'Merger' })
  const direct = await t.given.message(iris, [otto], { content: 'Psst' })
  const at = new Date(t.clock.now() + 3_600_000).toISOString()
  const reading = await use(client, 'read_topic', { channel: 'secret', topic: 'plans' })
  expect(JSON.stringify(reading.content)).toContain('Merger')
  expect(await use(client, 'mark_read', { place: { channel: 'secret' } })).not.toMatchObject({
    isError: true,
  })
  const refused: readonly [string, Record<string, unknown>][] = [
    ['send_message', { to: { channel: 'lobby', topic: 'a' }, content: 'Merger' }],
    ['send_message', { to: { channel: 'lobby', topic: 'a' }, content: 'Merger', dry_run: true }],
    ['send_message', { to: { people: ['otto'] }, content: 'Merger' }],
    ['send_message', { to: { people: ['iris', 'otto'] }, content: 'Merger' }],
    ['schedule_message', { to: { people: ['otto'] }, content: 'Merger', at }],
    ['edit_message', { message_id: id, content: 'Changed' }],
    ['edit_message', { message_id: direct, content: 'Changed' }],
    ['add_reaction', { message_id: id, emoji_name: 'tada' }],
    ['add_reaction', { message_id: direct, emoji_name: 'tada', remove: true }],
    ['move_topic', { channel: 'secret', topic: 'plans', to: { channel: 'design' } }],
    ['resolve_topic', { channel: 'secret', topic: 'plans' }],
    ['delete_message', { message_id: id }],
    ['create_channel', { name: 'merger' }],
    ['subscribe', { channel: 'lobby', people: ['otto'] }],
  ]
  for (const [name, args] of refused)
    expect([name, args, await use(client, name, args)]).toMatchObject([
      name,
      args,
      { isError: true, structuredContent: { code: 'INSUFFICIENT_SCOPE', message: refusal } },
    ])
  const { messages } = await t.as(otto).call(getMessages, { anchor: 'newest', num_before: 10 })
  expect(messages.map(({ content }) => content)).toEqual(['<p>Merger</p>', '<p>Psst</p>'])
})

test('a topic is not moved out of the channels either', async () => {
  const { t, iris, design, client } = await givenBound()
  await t.given.message(iris, design, { topic: 'colors', content: 'Grey' })
  const move = { channel: 'design', topic: 'colors', to: { channel: 'secret' } }
  expect(await use(client, 'move_topic', move)).toMatchObject({ isError: true })
  expect(await use(client, 'move_topic', { ...move, to: { topic: 'paints' } })).not.toMatchObject({
    isError: true,
  })
})

test('a token that names no channel writes to its account alone', async () => {
  const { t, iris } = await givenBound()
  const client = await connectMcp(t, await givenToken(t, iris, ['full'], { writeTo: [] }))
  const to = { channel: 'design', topic: 'colors' }
  expect(await use(client, 'send_message', { to, content: 'Blue' })).toMatchObject({
    isError: true,
    structuredContent: { message: 'This access token writes only to direct messages to yourself.' },
  })
  expect(await use(client, 'send_message', { to: { people: ['iris'] }, content: 'Note' })).not.toMatchObject({
    isError: true,
  })
})

test('an endpoint that nobody thought of is refused', async () => {
  const { t, iris, design } = await givenBound()
  const { directory } = t
  const caller = directory.users.get(iris.id)
  if (!caller) throw new Error('Iris is missing')
  const bound = { db: t.app.services.data.db, directory, caller, writeTo: [design.id] }
  await expect(requireWritable(bound, createChannel, { name: 'a', subscribers: [] })).rejects.toThrow(refusal)
})
