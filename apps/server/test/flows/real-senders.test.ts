import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { type Caller, ownerSettings, signInOwner, succeed } from '#test/http-caller.ts'
import { freePort, installation } from '#test/server-process.ts'

// Programs of Debian, and Node-RED, send to a server by addresses as its guide has them. Where tests are obligatory, a missing program
// is a failure.

const programOf = (name: string) =>
  spawnSync(name, ['--version']).status === 0 || process.env.CI !== undefined ? name : undefined
const alertmanager = programOf('prometheus-alertmanager')
const apprise = programOf('apprise')

interface Sent {
  readonly subject: string
  readonly content: string
  readonly client: string
}

/** A running server with an incoming webhook bot, and the messages that come in. */
async function stage() {
  const server = await installation(ownerSettings)
  onTestFinished(() => server.remove())
  await server.start()
  const owner = await signInOwner(server.url)
  const bot = await succeed(server.url, owner, 'POST', '/bots', {
    full_name: 'Watch',
    short_name: 'watch',
    bot_type: 2,
  })
  const queue = await succeed(server.url, owner, 'POST', '/register', {
    event_types: '["message"]',
    apply_markdown: 'false',
  })
  const heard = messagesOf(server.url, owner, String(queue.queue_id))
  const { api_key: key, user_id: botId } = bot
  const { user } = await succeed(server.url, owner, 'GET', `/users/${String(botId)}`)
  const { email } = user as { readonly email: string }
  return { url: server.url, key: String(key), email, botId: String(botId), heard }
}

/** Returns a function that waits for the next messages, and gives them in the order of their topics. */
function messagesOf(url: string, owner: Caller, queue_id: string) {
  let last_event_id = -1
  return async (count: number): Promise<Sent[]> => {
    const found: Sent[] = []
    while (found.length < count) {
      const { events } = await succeed(url, owner, 'GET', '/events', { queue_id, last_event_id })
      for (const { id, message } of events as { readonly id: number; readonly message?: Sent }[]) {
        last_event_id = id
        if (message)
          found.push({ subject: message.subject, content: message.content, client: message.client })
      }
    }
    return found.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
  }
}

/** Starts Alertmanager with receivers, and returns its address. */
async function startAlertmanager(program: string, receivers: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-alertmanager-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'alertmanager.yml')
  writeFileSync(
    file,
    `route:\n  receiver: chat\n  group_by: [service]\n  group_wait: 1ms\nreceivers:\n  - name: chat\n${receivers}`,
  )
  const port = await freePort()
  const child = spawn(
    program,
    [
      `--config.file=${file}`,
      `--storage.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--cluster.listen-address=',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  })
  let complaints = ''
  child.stderr?.on('data', (part: Buffer) => (complaints += part.toString()))
  for (;;) {
    if (child.exitCode !== null) throw new Error(`Alertmanager ended with ${child.exitCode}: ${complaints}`)
    const socket = connect(port, '127.0.0.1')
    const answers = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (answers) return `http://127.0.0.1:${port}`
  }
}

test.runIf(alertmanager)('Alertmanager tells of an alert by its webhook and by its Slack form', async () => {
  const { url, key, botId, heard } = await stage()
  const webhook = `${url}/api/v1/external/alertmanager?stream=general&name=service`
  const slack = `${url}/api/webhooks/${botId}/${key}/slack?stream=general`
  const manager = await startAlertmanager(
    alertmanager ?? '',
    `    webhook_configs:
      - url: '${webhook}'
        http_config: { authorization: { credentials: '${key}' } }
    slack_configs:
      - api_url: '${slack}'
        channel: '#by-slack'
`,
  )
  const answer = await fetch(`${manager}/api/v2/alerts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([
      { labels: { alertname: 'DiskFull', service: 'shop' }, generatorURL: 'http://prometheus.example/graph' },
    ]),
  })
  expect(answer.status).toBe(200)
  const [bySlack, byWebhook] = await heard(2)
  expect(byWebhook).toEqual({
    subject: 'shop',
    content: ':alert: **FIRING** DiskFull ([source](http://prometheus.example/graph))',
    client: 'TagmaPrometheusAlertmanagerWebhook',
  })
  expect(bySlack).toMatchObject({
    subject: 'by-slack',
    content: expect.stringMatching(/FIRING:1.*DiskFull/),
    client: 'TagmaSlackcompatiblewebhookWebhook',
  })
})

test.runIf(apprise)('Apprise tells by JSON, by a form, and as it would tell Mattermost', async () => {
  const { url, key, heard } = await stage()
  const { host } = new URL(url)
  const address = `${host}/api/v1/external/apprise?-api_key=${key}&-stream=general`
  await promisify(execFile)(apprise ?? '', [
    ...['-t', 'Backup', '-b', 'All files are safe.', '-n', 'success'],
    ...[`json://${address}&-topic=by-json`, `form://${address}`, `mmost://${host}/${key}?channel=general`],
  ])
  expect((await heard(3)).map(({ subject, content }) => `${subject}: ${content}`)).toEqual([
    'Backup: :check: All files are safe.',
    'by-json: :check: **Backup**\n\nAll files are safe.',
    'general chat: Backup\nAll files are safe.',
  ])
})

/** Starts Node-RED with a flow that asks the same address once, as its nodes inject and http request do. */
function startNodeRed(request: { url: string; headers: object; payload: object }): void {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-node-red-'))
  const flows = [
    { id: 'flow', type: 'tab', label: 'Chat' },
    {
      id: 'once',
      type: 'inject',
      z: 'flow',
      props: [{ p: 'payload' }, { p: 'headers', v: JSON.stringify(request.headers), vt: 'json' }],
      payload: JSON.stringify(request.payload),
      payloadType: 'json',
      once: true,
      onceDelay: 0.1,
      wires: [['ask']],
    },
    { id: 'ask', type: 'http request', z: 'flow', method: 'POST', url: request.url, ret: 'obj', wires: [[]] },
  ]
  writeFileSync(join(folder, 'flows.json'), JSON.stringify(flows))
  const child = spawn(process.execPath, [join(import.meta.dirname, '../node-red-process.ts'), folder], {
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true })
  })
}

test('Node-RED sends any JSON to the address of a bot, and a message by the API', async () => {
  const { url, key, email, heard } = await stage()
  startNodeRed({
    url: `${url}/api/v1/external/json?stream=general&topic=by-json`,
    headers: { authorization: `Bearer ${key}` },
    payload: { sensor: 'cellar', degrees: 4 },
  })
  startNodeRed({
    url: `${url}/api/v1/messages`,
    headers: {
      authorization: `Basic ${btoa(`${email}:${key}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: { type: 'stream', to: 'general', topic: 'by-message', content: 'The cellar has 4 degrees.' },
  })
  expect((await heard(2)).map(({ subject, content }) => `${subject}: ${content}`)).toEqual([
    'by-json: ```json\n{\n  "sensor": "cellar",\n  "degrees": 4\n}\n```',
    'by-message: The cellar has 4 degrees.',
  ])
})
