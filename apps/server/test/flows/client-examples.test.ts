import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Client, createClient } from '@tagma/client/client.ts'
import * as wire from '@tagma/contract/wire.ts'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { ownerSettings } from '#test/http-caller.ts'
import { type Installation, installation } from '#test/server-process.ts'

// The programs of the client's README, each run as a process of its own against a server.

const folder = join(import.meta.dirname, '../../../../packages/client')
const names = globSync('examples/*.ts', { cwd: folder }).map((path) => basename(path, '.ts'))

let at: Installation
let owner: Client
let bot: Readonly<Record<string, string>>
let channelId = 0

beforeAll(async () => {
  at = await installation(ownerSettings)
  await at.start()
  const username = ownerSettings.TAGMA_OWNER_EMAIL
  const { api_key: apiKey } = await createClient({ url: at.url }).call(wire.fetchApiKey, {
    username,
    password: ownerSettings.TAGMA_OWNER_PASSWORD,
  })
  owner = createClient({ url: at.url, credentials: { email: username, apiKey } })
  const made = await owner.call(wire.createBot, { full_name: 'Hours', short_name: 'hours' })
  const { user } = await owner.call(wire.getUser, { user_id: made.user_id })
  bot = { CHAT_URL: at.url, CHAT_EMAIL: user.email, CHAT_KEY: made.api_key }
  await owner.call(wire.subscribe, { subscriptions: [{ name: 'general' }], principals: [made.user_id] })
  channelId = (await owner.call(wire.getStreamId, { stream: 'general' })).stream_id
  return () => at.remove()
})

/** Starts a program of the README. `says` resolves when it has printed a text. */
function run(name: string, more: Readonly<Record<string, string>> = {}) {
  const child: ChildProcess = spawn(process.execPath, [join(folder, `examples/${name}.ts`)], {
    env: { PATH: process.env.PATH ?? '', ...bot, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  let heard = () => {}
  const take = (chunk: Buffer) => {
    output += String(chunk)
    heard()
  }
  child.stdout?.on('data', take)
  child.stderr?.on('data', take)
  const closed = once(child, 'close') as Promise<[number | null, string | null]>
  return {
    output: () => output,
    says: (text: string) =>
      new Promise<void>((resolve, reject) => {
        heard = () => {
          if (output.includes(text)) resolve()
        }
        heard()
        void closed.then(() => reject(new Error(`${name} ended without "${text}":\n${output}`)))
      }),
    async end(signal?: NodeJS.Signals) {
      if (signal) child.kill(signal)
      const [code] = await closed
      return code
    },
  }
}

const say = (content: string) =>
  owner.call(wire.sendMessage, { type: 'channel', to: channelId, topic: 'hours', content })

/** Waits for the next message that fits, from the moment of the call on. */
async function nextMessage(fits: (content: string) => boolean, act: () => Promise<unknown>) {
  let registered = () => {}
  const ready = new Promise<void>((resolve) => {
    registered = resolve
  })
  const found = (async () => {
    for await (const { message } of owner.events({ types: ['message'], registered }))
      if (fits(message.content)) return message
    return undefined
  })()
  await ready
  await act()
  return found
}

test('the README shows the programs as they are', () => {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  const shown = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code)
  const programs = names.map((name) => readFileSync(join(folder, `examples/${name}.ts`), 'utf8'))
  expect(new Set(shown)).toEqual(new Set(programs))
  expect(readFileSync(join(folder, 'examples/answer.ts'), 'utf8').trim().split('\n').length).toBeLessThan(16)
})

test('a program sends a message', async () => {
  const program = run('send')
  expect(await program.end()).toBe(0)
  const id = Number(/Sent message (\d+)/.exec(program.output())?.[1])
  const { message } = await owner.call(wire.getMessage, { message_id: id })
  expect(message).toMatchObject({ subject: 'build', content: '<p>Build 412 <strong>passed</strong>.</p>' })
})

test('a bot answers in a channel and in private', async () => {
  const program = run('answer')
  await program.says("'live'")
  const ask = () => say('What are your opening hours?')
  const answer = await nextMessage((content) => content.startsWith('We are'), ask)
  expect(answer).toMatchObject({ subject: 'hours', stream_id: channelId, sender_full_name: 'Hours' })
  const botId = answer?.sender_id ?? 0
  const alone = await nextMessage(
    (content) => content.startsWith('We are'),
    () => owner.call(wire.sendMessage, { type: 'direct', to: [botId], content: 'Opening hours?' }),
  )
  expect(alone).toMatchObject({ type: 'private', sender_id: botId })
})

test('a bot answers what was asked while the server was away', async () => {
  const program = run('answer')
  await program.says("'live'")
  await at.stop('SIGTERM')
  await program.says("'waiting'")
  await at.start()
  const answer = await nextMessage(
    (content) => content.startsWith('We are'),
    () => say('Any opening hours?'),
  )
  expect(answer?.sender_full_name).toBe('Hours')
})

test('a program that kept its position receives what it missed', async () => {
  const kept = { KEPT: join(at.dataDir, 'position.json') }
  const first = run('resume', kept)
  await first.says('live')
  await say('before')
  await first.says('before')
  expect(await first.end('SIGTERM')).toBe(0)
  await say('meanwhile')
  const second = run('resume', kept)
  await second.says('meanwhile')
  expect(second.output()).toBe('resuming\nlive\nmeanwhile\n')
})

test('a program shows the fields of an error', async () => {
  const program = run('errors')
  expect(await program.end()).toBe(0)
  expect(program.output()).toMatch(/^STREAM_DOES_NOT_EXIST \{ stream: 'no such channel' \} /)
})

test('a program with a screen is told state, events and connection, and ends its queue', async () => {
  const program = run('follow')
  await program.says('live')
  await say('Hello')
  await program.says("[ 'message' ]")
  expect(await program.end('SIGTERM')).toBe(0)
  expect(program.output()).toMatch(/^registering\n1 channels\nlive\n/)
  expect(program.output()).toMatch(/closed\n$/)
})

test('a bot answers mentions, carries out its command, and remembers', async () => {
  const program = run('bot')
  await program.says('live')
  const mention = await nextMessage(
    (content) => content.startsWith('You said'),
    () => say('@**Hours** are you there?'),
  )
  expect(mention?.content).toBe('You said: are you there?')
  for (const count of [1, 2]) {
    const done = await nextMessage(
      (content) => content.startsWith('Deployed'),
      () => say('/deploy main'),
    )
    expect(done?.content).toBe(`Deployed **main**, number ${count}.`)
  }
})
