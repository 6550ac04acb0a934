import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { codeOf, codeWith } from '#test/guide.ts'
import { signInOwner, ownerSettings, succeed } from '#test/http-caller.ts'
import { freePort, installation } from '#test/server-process.ts'

// Runs the guides of the documentation as printed.

const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
const hasRequests = has('python3', '-c', 'import requests')
const hasJq = has('jq', '--version')

/** Runs the commands of a guide in a shell with the variables that the guide sets. */
function shell(commands: string, variables: Readonly<Record<string, string>>): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', commands], {
    env: { PATH: process.env.PATH, ...variables },
    encoding: 'utf8',
    timeout: 60_000,
  })
  if (status !== 0) throw new Error(`${commands}\n${stdout}\n${stderr}`)
  return stdout
}

async function start() {
  const tagma = await installation(ownerSettings)
  onTestFinished(() => tagma.remove())
  await tagma.start()
  const owner = await signInOwner(tagma.url)
  const { api_key } = await succeed(tagma.url, owner, 'POST', '/fetch_api_key', {
    username: ownerSettings.TAGMA_OWNER_EMAIL,
    password: ownerSettings.TAGMA_OWNER_PASSWORD,
  })
  const variables = { CHAT_URL: tagma.url, CHAT_EMAIL: owner.email, CHAT_KEY: String(api_key) }
  return { tagma, owner, variables }
}

test('getting started: a key for a password, and a first message', async () => {
  const { tagma, owner, variables } = await start()
  const login = codeWith('getting-started', 'sh', 'fetch_api_key')
    .replace('http://localhost:9991', tagma.url)
    .replace('you@example.com', owner.email)
    .replace('a good password', ownerSettings.TAGMA_OWNER_PASSWORD)
  expect(JSON.parse(shell(login, {}))).toMatchObject({ result: 'success', api_key: variables.CHAT_KEY })
  const sent = shell(codeWith('getting-started', 'sh', 'topic=hello'), variables)
  expect(JSON.parse(sent)).toMatchObject({ result: 'success', id: expect.any(Number) })
})

test('agents: the address answers, and so does a call that is sent again', async () => {
  const { variables } = await start()
  const who = JSON.parse(shell(codeWith('agents', 'sh', 'whoami'), variables))
  expect(who.result.structuredContent).toMatchObject({ email: variables.CHAT_EMAIL })
  const call = codeWith('api-requests', 'sh', 'Idempotency-Key')
  const first = JSON.parse(shell(call, variables))
  expect(first).toMatchObject({ result: 'success', saved_snippet_id: expect.any(Number) })
  expect(JSON.parse(shell(call, variables))).toEqual(first)
})

test('following events: what is registered is polled, and read as a stream', async () => {
  const { owner, tagma, variables } = await start()
  const queue = JSON.parse(shell(codeWith('following-events', 'sh', 'event_types'), variables))
  expect(queue).toMatchObject({ result: 'success', subscriptions: expect.any(Array) })
  const message = { type: 'channel', to: 'general', topic: 'hello', content: 'Hello' }
  await succeed(tagma.url, owner, 'POST', '/messages', message)
  const [poll = '', stream = ''] = codeOf('following-events', 'sh').filter((code) =>
    code.includes('QUEUE_ID'),
  )
  const place = { ...variables, QUEUE_ID: queue.queue_id, LAST_EVENT_ID: String(queue.last_event_id) }
  const { events } = JSON.parse(shell(poll, place))
  // It does not end by itself.
  const read = shell(`${stream.trimEnd()} --max-time 2 || true`, place)
  expect(read).toMatch(/^event: message\ndata: .*Hello/m)
  expect(events).toMatchObject([{ type: 'message', message: { content: 'Hello' } }])
})

test('commands and buttons: a bot sets a command, and sends buttons', async () => {
  const { owner, tagma } = await start()
  const bot = { full_name: 'Ops', short_name: 'ops', bot_type: '1' }
  const made = await succeed(tagma.url, owner, 'POST', '/bots', bot)
  const variables = {
    CHAT_URL: tagma.url,
    CHAT_EMAIL: 'ops-bot@localhost',
    CHAT_KEY: String(made.api_key),
    BOT_ID: String(made.user_id),
  }
  expect(JSON.parse(shell(codeWith('commands', 'sh', 'options'), variables))).toMatchObject({
    commands: [{ name: 'deploy', options: [{ name: 'place' }, { name: 'branch' }] }],
  })
  expect(JSON.parse(shell(codeWith('commands', 'sh', 'widget_content'), variables))).toMatchObject({
    result: 'success',
  })
})

test('messages of any JSON: a template is set, and makes a message', async () => {
  const { owner, tagma, variables } = await start()
  const bot = { full_name: 'Backups', short_name: 'backups', bot_type: '2' }
  const made = await succeed(tagma.url, owner, 'POST', '/bots', bot)
  const known = { ...variables, BOT_ID: String(made.user_id), BOT_KEY: String(made.api_key) }
  for (const code of codeOf('templates', 'sh'))
    expect(JSON.parse(shell(code, known))).toMatchObject({ result: 'success' })
  const query = { anchor: 'newest', num_before: '1', num_after: '0', apply_markdown: 'false' }
  const { messages } = await succeed(tagma.url, owner, 'GET', `/messages?${new URLSearchParams(query)}`)
  expect(messages).toMatchObject([
    {
      subject: 'Backups of attic',
      content: '**nightly** took 12 minutes.\n~~~ quote\n3 files\n~~~',
    },
  ])
})

test('feeds: a bot is given one', async () => {
  const { owner, tagma, variables } = await start()
  const made = await succeed(tagma.url, owner, 'POST', '/bots', { full_name: 'News', short_name: 'news' })
  const { stream_id } = await succeed(tagma.url, owner, 'GET', '/get_stream_id?stream=general')
  const known = { ...variables, BOT_ID: String(made.user_id), CHANNEL_ID: String(stream_id) }
  expect(JSON.parse(shell(codeWith('feeds', 'sh', 'feeds'), known))).toMatchObject({ result: 'success' })
})

test.for([
  { tab: 'Python', info: 'python', file: 'bot.py', canRun: hasRequests },
  { tab: 'TypeScript', info: 'ts', file: 'bot.mts', canRun: true },
  { tab: 'curl', info: 'sh', file: 'bot.sh', canRun: hasJq },
])('a bot in five minutes, with $tab', async ({ tab, info, file, canRun }, { skip }) => {
  if (!canRun) skip()
  const { tagma, owner } = await start()
  await tagma.stop('SIGTERM')
  const [command = ''] = codeOf('first-bot', 'sh')
  const args = /create-user .*/.exec(command)?.[0].match(/"[^"]*"|\S+/g) ?? []
  const made = await tagma.run(...args.map((word) => word.replaceAll('"', '')))
  expect(made.code).toBe(0)
  await tagma.start()
  const variables = {
    CHAT_URL: tagma.url,
    CHAT_EMAIL: 'echo@example.com',
    CHAT_KEY: /API key: +(\w+)/.exec(made.output)?.[1] ?? '',
  }

  const folder = mkdtempSync(join(tmpdir(), 'tagma-bot-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [source = '', run = ''] = codeOf('first-bot', `${info} tab="${tab}"`)
  writeFileSync(join(folder, file), source)
  const bot = startBot(run || codeWith('first-bot', `sh tab="${tab}"`, file), folder, variables)
  expect(await firstLine(bot)).toBe('Echo is listening.')
  expect(JSON.parse(shell(codeWith('first-bot', 'sh', 'subscriptions'), variables))).toMatchObject({
    result: 'success',
  })

  // Characters with a meaning in a shell or a query come back unchanged.
  const text = `@**Echo** are you there? 100% & "1+1" \\n 'so' $HOME`
  const queue = await succeed(tagma.url, owner, 'POST', '/register', {
    event_types: '["message"]',
    apply_markdown: 'false',
  })
  for (const content of ['@**all** not you', text])
    await succeed(tagma.url, owner, 'POST', '/messages', {
      ...{ type: 'channel', to: 'general', topic: 'a & b', content },
    })
  const heard: unknown[] = []
  let last = Number(queue.last_event_id)
  while (heard.length < 3) {
    const { events } = await succeed(tagma.url, owner, 'GET', '/events', {
      queue_id: String(queue.queue_id),
      last_event_id: last,
    })
    for (const event of events as { id: number; message?: Record<string, unknown> }[]) {
      last = event.id
      if (event.message)
        heard.push([event.message.sender_full_name, event.message.subject, event.message.content])
    }
  }
  expect(heard).toEqual([
    ['Owner', 'a & b', '@**all** not you'],
    ['Owner', 'a & b', text],
    ['Echo', 'a & b', `You said: ${text}`],
  ])

  // After a refusal, a bot ends with an error instead of asking again and again.
  const ended = once(bot, 'exit')
  await succeed(tagma.url, owner, 'DELETE', `/users/${await idOf('Echo')}`)
  expect((await ended)[0]).toBeGreaterThan(0)

  async function idOf(name: string): Promise<number> {
    const { members } = await succeed(tagma.url, owner, 'GET', '/users')
    const found = (members as { full_name: string; user_id: number }[]).find(
      ({ full_name }) => full_name === name,
    )
    return found?.user_id ?? 0
  }
})

function startBot(
  command: string,
  folder: string,
  variables: Readonly<Record<string, string>>,
): ChildProcess {
  const bot = spawn('sh', ['-c', `exec ${command}`], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...variables, PYTHONUNBUFFERED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  // The shell bot has children that wait for events.
  onTestFinished(() => {
    if (bot.pid !== undefined && bot.exitCode === null) process.kill(-bot.pid, 'SIGKILL')
  })
  return bot
}

async function firstLine(bot: ChildProcess): Promise<string> {
  let problems = ''
  bot.stderr?.on('data', (part: Buffer) => (problems += part.toString()))
  return new Promise((resolve, reject) => {
    bot.stdout?.once('data', (part: Buffer) => resolve(part.toString().trim()))
    bot.once('exit', (code) => reject(new Error(`The bot ended with ${code}:\n${problems}`)))
  })
}

test.runIf(process.platform === 'linux')(
  'self-hosting: the process that the service starts is the server, with no other beside it',
  async () => {
    const unit = codeWith('self-hosting', 'ini title="/etc/systemd/system/tagma.service"', 'ExecStart')
    const [program = '', ...args] = /^ExecStart=(.+)$/m.exec(unit)?.[1]?.split(' ') ?? []
    const dataDir = mkdtempSync(join(tmpdir(), 'tagma-service-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const port = String(await freePort())
    const service = spawn(program, args, {
      cwd: join(import.meta.dirname, '../../../..'),
      env: { PATH: process.env.PATH, TAGMA_DATA_DIR: dataDir, TAGMA_PORT: port, TAGMA_SITE_PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => void service.kill('SIGKILL'))
    let output = ''
    await new Promise<void>((resolve, reject) => {
      const take = (part: Buffer) => {
        output += String(part)
        if (output.includes('Tagma is running')) resolve()
      }
      service.stdout.on('data', take)
      service.stderr.on('data', take)
      service.once('exit', (code) => reject(new Error(`The service ended with ${code}:\n${output}`)))
    })
    expect(readFileSync(`/proc/${service.pid}/cmdline`, 'utf8').split('\0')).toContain('serve')
    // Programs that make the server's file and the web client end by themselves; on a busy machine they take their time.
    await vi.waitFor(() => expect(runningChildren(service.pid)).toEqual([]), { timeout: 120_000 })
    expect((await fetch(`http://localhost:${port}/api/v1/server_settings`)).status).toBe(200)
    const ended = once(service, 'exit')
    service.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
  },
)

/** Running children of a process. */
const runningChildren = (pid = 0): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child !== '' && /^VmRSS/m.test(readFileSync(`/proc/${child}/status`, 'utf8')))
