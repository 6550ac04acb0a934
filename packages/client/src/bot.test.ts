import { expect, test } from 'vitest'
import { Bot } from './bot.ts'
import type { Client } from './client.ts'

/** A client that makes no calls: it notes them, and answers from a table by path. */
function fakeClient(answers: Readonly<Record<string, unknown>> = {}) {
  const calls: unknown[] = []
  const call = async (endpoint: { method: string; path: string }, args: unknown) => {
    calls.push([`${endpoint.method} ${endpoint.path}`, args])
    return answers[endpoint.path] ?? { id: 7 }
  }
  return { calls, client: { call } as unknown as Client }
}

const message = (content: string, more: object = {}, flags: string[] = []) =>
  ({
    type: 'message',
    id: 1,
    flags,
    message: { id: 31, sender_id: 10, stream_id: 3, subject: 'colors', content, ...more },
  }) as never

test('a mention is answered in its topic, without the name', async () => {
  const { client, calls } = fakeClient()
  const bot = new Bot(client).mention(({ text, reply }) => reply(`You said: ${text}`))
  await bot.receive(message('@**Echo** hello', {}, ['mentioned']))
  await bot.receive(message('not for the bot'))
  expect(calls).toEqual([
    ['POST /messages', { type: 'channel', to: 3, topic: 'colors', content: 'You said: hello' }],
  ])
})

test('a direct message counts as a mention, and goes to all who take part', async () => {
  const { client, calls } = fakeClient()
  const bot = new Bot(client).mention(({ reply }) => reply('Yes?'))
  const people = { stream_id: undefined, display_recipient: [{ id: 10 }, { id: 36 }] }
  await bot.receive(message('hello', people))
  expect(calls).toEqual([['POST /messages', { type: 'direct', to: [10, 36], content: 'Yes?' }]])
})

test('a command is given with its options, and is no mention besides', async () => {
  const { client, calls } = fakeClient()
  const bot = new Bot(client)
    .command({ name: 'deploy', summary: 'Deploys' }, async ({ options, reply, react }) => {
      await react('working_on_it')
      await reply(`Deployed **${options.branch}**.`)
    })
    .mention(({ reply }) => reply('mention'))
  await bot.receive(message('/deploy @**Ops** main', {}, ['mentioned']))
  const command = { name: 'deploy', text: 'main', options: { branch: 'main' } }
  const place = { stream_id: 3, topic: 'x' }
  await bot.receive({ type: 'tagma_command', id: 2, message_id: 31, user_id: 10, command, ...place })
  expect(calls).toEqual([
    ['POST /messages/{message_id}/reactions', { message_id: 31, emoji_name: 'working_on_it' }],
    ['POST /messages', { type: 'channel', to: 3, topic: 'x', content: 'Deployed **main**.' }],
  ])
})

test('an action is found by its text or its first word', async () => {
  const { client } = fakeClient()
  const pressed: string[] = []
  const bot = new Bot(client)
    .action('deploy', ({ action, userId }) => pressed.push(`${action} by ${userId}`))
    .action('wait', ({ action }) => pressed.push(action))
  const event = { type: 'tagma_action' as const, id: 2, message_id: 31, user_id: 10, user_ids: [10] }
  for (const action of ['deploy 7', 'wait', 'other']) await bot.receive({ ...event, action })
  expect(pressed).toEqual(['deploy 7 by 10', 'wait'])
})

test('an error of a handler is told, and the next handler is called', async () => {
  const { client } = fakeClient()
  const seen: unknown[] = []
  const bot = new Bot(client)
    .message(() => {
      throw new Error('broken')
    })
    .message(({ text }) => seen.push(text))
    .failed((error) => seen.push((error as Error).message))
  await bot.receive(message('hello'))
  expect(seen).toEqual(['broken', 'hello'])
})

test('values are kept on the server as JSON', async () => {
  const { client, calls } = fakeClient({ '/bot_storage': { storage: { seen: '{"count":2}' } } })
  const bot = new Bot(client).message(async ({ storage }) => {
    const { count } = (await storage.get('seen')) as { count: number }
    await storage.set('seen', { count: count + 1 })
    expect(await storage.get('nothing')).toBeUndefined()
  })
  await bot.failed((error) => expect(error).toBeUndefined()).receive(message('hello'))
  expect(calls[1]).toEqual(['PUT /bot_storage', { storage: { seen: '{"count":3}' } }])
})
