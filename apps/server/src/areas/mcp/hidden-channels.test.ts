import type { Client } from '@modelcontextprotocol/client'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { connectMcp, givenToken } from '#test/mcp-client.ts'
import { askedWithoutHidden } from './hidden-channels.ts'
import { tools } from './tools.ts'

const use = async (client: Client, name: string, args: Record<string, unknown> = {}) => {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: args })
  return { isError: isError === true, fields: structuredContent, text: JSON.stringify(content) }
}

/** Iris with an agent, in the channel design and in board, which agents do not see. Both have a message of Otto. */
async function givenBoard() {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const design = await t.given.channel([iris, otto], { name: 'design' })
  const board = await t.given.channel([iris, otto], { name: 'board', hidden_from_agents: true })
  const open = await t.given.message(otto, design, { topic: 'colors', content: 'Grey it is' })
  const secret = await t.given.message(otto, board, { topic: 'pay', content: 'Grey money' })
  const client = await connectMcp(t, await givenToken(t, iris, ['full']), 'auto', () => true)
  return { t, iris, otto, design, board, open, secret, client }
}

test('an agent finds no hidden channel, by name, by id, or as a similar one', async () => {
  const { client, board } = await givenBoard()
  const { fields } = await use(client, 'list_channels')
  expect((fields as { channels: { name: string }[] }).channels.map(({ name }) => name)).toEqual([
    'design',
    'general',
  ])
  const named: readonly [string, Record<string, unknown>][] = [
    ['read_topic', { channel: 'board', topic: 'pay' }],
    ['read_topic', { channel: String(board.id), topic: 'pay' }],
    ['list_topics', { channel: 'board' }],
    ['search_messages', { channel: 'board', query: 'grey' }],
    ['mark_read', { place: { channel: 'board' } }],
    ['send_message', { to: { channel: 'board', topic: 'pay' }, content: 'Hm' }],
    ['move_topic', { channel: 'design', topic: 'colors', to: { channel: 'board' } }],
    ['subscribe', { channel: 'board' }],
  ]
  for (const [name, args] of named) {
    const answer = await use(client, name, args)
    expect([name, answer.isError, answer.text]).toEqual([
      name,
      true,
      expect.stringMatching(/There is no channel (board|\d+)\. The tool/),
    ])
  }
  expect((await use(client, 'list_topics', { channel: 'boar' })).text).not.toContain('board')
})

test('messages of a hidden channel are in no answer, and pages are full without them', async () => {
  const { t, otto, board, client, open } = await givenBoard()
  for (let count = 0; count < 3; count++)
    await t.given.message(otto, board, { topic: 'pay', content: 'Grey again' })
  for (const [name, args] of [
    ['search_messages', { query: 'grey', limit: 1 }],
    ['search_messages', { limit: 1 }],
    ['search_messages', { from: 'otto', limit: 2 }],
    ['list_unread', { limit: 1 }],
  ] as const) {
    const { fields } = await use(client, name, args)
    expect([name, (fields as { messages: { id: number }[] }).messages.map(({ id }) => id)]).toEqual([
      name,
      [open],
    ])
  }
})

test('a message of a hidden channel is as one that does not exist, and nothing happens to it', async () => {
  const { t, iris, board, secret, client } = await givenBoard()
  const own = await t.given.message(iris, board, { topic: 'pay', content: 'Mine' })
  const tries: readonly [string, Record<string, unknown>][] = [
    ['get_message', { message: String(secret) }],
    ['get_message', { message: String(secret), context: 3 }],
    ['add_reaction', { message_id: secret, emoji_name: 'tada' }],
    ['add_reaction', { message_id: secret, emoji_name: 'tada', dry_run: true }],
    ['edit_message', { message_id: own, content: 'Changed' }],
    ['delete_message', { message_id: own }],
  ]
  for (const [name, args] of tries) {
    const answer = await use(client, name, args)
    expect([name, answer.isError, answer.text]).toEqual([
      name,
      true,
      expect.stringContaining('Invalid message(s)'),
    ])
  }
  await expect(client.readResource({ uri: `tagma://messages/${secret}` })).rejects.toThrow('Invalid message')
  const { messages } = await t.as(iris).call(getMessages, {
    anchor: 'newest',
    num_before: 5,
    narrow: [['channel', 'board']],
    apply_markdown: false,
  })
  expect(messages.map(({ content, reactions }) => [content, reactions])).toEqual([
    ['Grey money', []],
    ['Mine', []],
  ])
})

test('a file that only a hidden channel links is not read', async () => {
  const { t, iris, otto, design, board, client } = await givenBoard()
  const file = [{ filename: 'pay.txt', contentType: 'text/plain', bytes: new TextEncoder().encode('Much') }]
  const { url } = await t.as(otto).call(uploadFile, { file })
  await t.given.message(otto, board, { topic: 'pay', content: `[pay](${url})` })
  expect(await use(client, 'read_file', { link: url })).toMatchObject({ isError: true })
  await t.given.message(otto, design, { topic: 'pay', content: `[pay](${url})` })
  expect(await use(client, 'read_file', { link: url })).toMatchObject({ fields: { text: 'Much' } })
  // One's own file is read until it is linked there alone.
  const { url: mine } = await t.as(iris).call(uploadFile, { file })
  expect(await use(client, 'read_file', { link: mine })).toMatchObject({ fields: { text: 'Much' } })
  await t.given.message(iris, board, { topic: 'pay', content: `[pay](${mine})` })
  expect(await use(client, 'read_file', { link: mine })).toMatchObject({ isError: true })
})

test('a channel is hidden and shown by whoever administers it, and the API shows it always', async () => {
  const { t, iris, otto, board, client } = await givenBoard()
  await t.as(iris).call(updateStream, { stream_id: board.id, hidden_from_agents: false })
  expect((await use(client, 'read_topic', { channel: 'board', topic: 'pay' })).text).toContain('Grey money')
  await t.as(iris).call(updateStream, { stream_id: board.id, hidden_from_agents: true })
  expect(await use(client, 'read_topic', { channel: 'board', topic: 'pay' })).toMatchObject({ isError: true })
  const refused = t.as(otto).refusal(updateStream, { stream_id: board.id, hidden_from_agents: false })
  expect((await refused).message).toBe('You do not have permission to administer this channel.')
  const token = await givenToken(t, iris, ['full'])
  const { messages } = await t.as({ ...iris, apiKey: token }).call(getMessages, {
    anchor: 'newest',
    num_before: 1,
    narrow: [['channel', 'board']],
  })
  expect(messages).toHaveLength(1)
})

test('everything that tools read by has a view without hidden channels', async () => {
  const { t, iris, board } = await givenBoard()
  const hiding = {
    db: t.app.services.data.db,
    directory: t.directory,
    caller: t.directory.users.get(iris.id)!,
    hidden: new Set([board.id]),
  }
  const read = tools.flatMap(({ calls }) => calls).filter(({ method }) => method === 'GET')
  const args = { stream_id: 0, realm_id_str: 0, filename: 'none' }
  for (const endpoint of new Set(read))
    expect(await askedWithoutHidden(hiding, endpoint, args as never)).toMatchObject(args)
})
