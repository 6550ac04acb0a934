import { once } from 'node:events'
import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { botTypes } from '@tagma/contract/objects/bot.ts'
import { roles } from '@tagma/contract/objects/user.ts'
import { type App, createApp } from '@tagma/server/src/app.ts'
import { createAccount } from '@tagma/server/src/areas/accounts/create-account.ts'
import { createUser } from '@tagma/server/src/areas/accounts/create-user.ts'
import { createChannels } from '@tagma/server/src/areas/channels/create-channels.ts'
import { subscribeUsers } from '@tagma/server/src/areas/channels/subscribe-users.ts'
import { sendWebhooksJob } from '@tagma/server/src/areas/integrations/send-webhooks-job.ts'
import { renderContent } from '@tagma/server/src/areas/messages/render/render-content.ts'
import { sendMessage } from '@tagma/server/src/areas/messages/send/send-message.ts'
import { createOrganization } from '@tagma/server/src/areas/organization/create-organization.ts'
import { parseConfig } from '@tagma/server/src/config/config.ts'
import type { OrganizationDirectory } from '@tagma/server/src/directory/organization-directory.ts'
import { must } from '@tagma/server/src/model/must.ts'
import type { UserRecord } from '@tagma/server/src/model/records.ts'
import { systemRandom } from '@tagma/server/src/ports/random.ts'
import { installation } from '@tagma/server/src/store/log/transactions.ts'
import { insertHook } from '@tagma/server/src/store/notifying/outgoing-hooks.ts'
import { noConfiguration, saveBot } from '@tagma/server/src/store/people/bots.ts'
import { sendTo } from './api-loads.ts'
import { startContestant } from './api.ts'
import type { Figure, Measurement, Options } from './figure.ts'
import { measure, type Measured, summary } from './load.ts'
import { publicChannel } from './populate.ts'
import { call } from './seed.ts'

const bots = 10_000
const windows = 3
const batch = 250

/** Measures what other services send, and the calls to them. */
export const webhooks: Measurement = {
  name: 'webhooks',
  title: 'Webhooks',
  async run(options) {
    return [await pushFigure(options), ...(await outgoingFigures())]
  },
}

/** CPU of a push of GitHub up to its posted message, beside a message of the same length that is sent. */
async function pushFigure(options: Options): Promise<Figure> {
  const { server, organization } = await startContestant(options)
  try {
    const { sent } = organization
    const bot = await call(server, server.authorization, 'POST', '/bots', {
      full_name: 'Build',
      short_name: 'build',
      bot_type: String(botTypes.incomingWebhook),
    })
    const fixture = join(import.meta.dirname, '../../packages/integrations/fixtures/github/push.json')
    const payload = readFileSync(fixture, 'utf8')
    const query = new URLSearchParams({ api_key: String(bot.api_key), stream: sent.name, topic: 'bench' })
    const push = {
      url: `${server.url}/api/v1/external/github?${query}`,
      method: 'POST',
      connections: 64,
      headers: { 'content-type': 'application/json', 'x-github-event': 'push' },
      body: payload,
    } as const
    const plain = sendTo(sent, server)
    const measured: { push: Measured[]; plain: Measured[] } = { push: [], plain: [] }
    for (let window = 0; window <= windows; window++) {
      const { seconds } = options
      const both = {
        plain: await measure({ ...plain, seconds }, server.cpuSeconds),
        push: await measure({ ...push, seconds }, server.cpuSeconds),
      }
      if (window === 0) continue
      measured.plain.push(both.plain)
      measured.push.push(both.push)
    }
    const [pushed, said] = [summary(measured.push), summary(measured.plain)]
    return {
      name: 'A push of GitHub to its message, beyond a send',
      value: (pushed.cpuMicroseconds - said.cpuMicroseconds) / 1000,
      unit: 'ms CPU',
      atMost: 0.6,
      note: `${pushed.cpuMicroseconds.toFixed(0)} µs, a send ${said.cpuMicroseconds.toFixed(0)} µs`,
    }
  } finally {
    await server.stop()
  }
}

/** A receiver in a thread of its own. It answers at once, and to /hang never. */
const receiverSource = `
const { createServer } = require('node:http')
const { parentPort } = require('node:worker_threads')
const server = createServer((request, response) => {
  request.resume()
  if (request.url === '/hang') return
  request.on('end', () => response.end('{"response_not_required": true}'))
})
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
`

interface Scene {
  readonly app: App
  readonly botIds: readonly number[]
  readonly messageId: number
}

async function outgoingFigures(): Promise<Figure[]> {
  const worker = new Worker(receiverSource, { eval: true })
  const [port] = (await once(worker, 'message')) as [number]
  const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-'))
  const app = await createApp(
    parseConfig({
      TAGMA_DATA_DIR: folder,
      TAGMA_LOG: 'error',
      TAGMA_OUTGOING_ALLOW: '127.0.0.1',
      TAGMA_WEBHOOK_TIMEOUT: '60',
    }),
  )
  try {
    const scene = await sceneOf(app, `http://127.0.0.1:${port}`)
    await deliver(scene, { hangs: false })
    const cpu = process.cpuUsage()
    const plain = await deliver(scene, { hangs: false })
    const used = process.cpuUsage(cpu)
    const hanging = await deliver(scene, { hangs: true })
    const each = (used.user + used.system) / (bots - 1)
    return [
      {
        name: `Calls of outgoing webhooks of ${bots.toLocaleString('en')} bots`,
        value: (bots - 1) / plain,
        unit: '/s',
        atLeast: 2000,
        note: `${each.toFixed(0)} µs CPU each`,
      },
      {
        name: 'One bot of 10,000 hangs: the last of the others comes later by',
        value: Math.max(0, hanging - plain),
        unit: 's',
        atMost: 1,
        note: `${hanging.toFixed(1)} s, without it ${plain.toFixed(1)} s`,
      },
    ]
  } finally {
    await worker.terminate()
    await app.close()
    rmSync(folder, { recursive: true })
  }
}

/** Makes bots, the first of which calls an address that never answers, and a message that they are called for. */
async function sceneOf(app: App, receiver: string): Promise<Scene> {
  const { transact, directories } = app.services.data
  await transact(installation, (tx) => createOrganization(tx, systemRandom, { name: 'Large', subdomain: '' }))
  const directory = await directories.get(1)
  const sender = await transact(1, (tx) =>
    createAccount(tx, directory, systemRandom, {
      email: 'sender@example.com',
      fullName: 'sender',
      role: roles.owner,
      passwordHash: null,
      channels: [],
    }),
  )
  const botIds: number[] = []
  for (let start = 0; start < bots; start += batch)
    botIds.push(...(await makeBots(app, { directory, owner: sender, receiver, start })))
  const messageId = await sendOne(app, directory, sender)
  return { app, botIds, messageId }
}

interface Makings {
  readonly directory: OrganizationDirectory
  readonly owner: UserRecord
  readonly receiver: string
  readonly start: number
}

const makeBots = (app: App, { directory, owner, receiver, start }: Makings): Promise<number[]> =>
  app.services.data.transact(1, async (tx) => {
    const ids: number[] = []
    for (let index = start; index < start + batch; index++) {
      const { id } = await createUser(tx, directory, systemRandom, {
        email: `bot${index}-bot@example.com`,
        fullName: `Bot ${index}`,
        role: roles.member,
        passwordHash: null,
        botType: botTypes.outgoingWebhook,
        botOwnerId: owner.id,
      })
      const base_url = `${receiver}/${index === 0 ? 'hang' : ''}`
      const services = [{ base_url, interface: 1, token: systemRandom.token(32) }]
      await saveBot(tx, id, { ...noConfiguration, services })
      ids.push(id)
    }
    return ids
  })

async function sendOne(app: App, directory: OrganizationDirectory, sender: UserRecord): Promise<number> {
  const { services } = app
  const plan = publicChannel(directory, sender, 'all')
  const [channel] = await services.data.transact(1, (tx) => createChannels(tx, directory, [plan]))
  const place = must(channel, 'the channel was not made')
  await services.data.transact(1, (tx) => subscribeUsers(tx, directory, [sender], [place]))
  const content = 'Hello **world**, how are you today?'
  const rendered = await renderContent(services, directory, sender, content)
  const destination = { kind: 'channel', channel: place, topic: 'bench' } as const
  const { id } = await services.data.transact(1, (tx) =>
    sendMessage(tx, directory, {
      sender,
      destination,
      content,
      rendered,
      client: 'bench',
      readBySender: true,
    }),
  )
  return id
}

/** Calls each bot once. Returns the seconds until the last one that does not hang was called. */
async function deliver(
  { app, botIds, messageId }: Scene,
  { hangs }: { readonly hangs: boolean },
): Promise<number> {
  const { db, transact } = app.services.data
  const called = hangs ? botIds : botIds.slice(1)
  for (let start = 0; start < called.length; start += batch)
    await transact(1, async (tx) => {
      for (const bot_id of called.slice(start, start + batch))
        await insertHook(tx, { bot_id, message_id: messageId, trigger: 'mention' })
    })
  const waiting = async () => {
    const { count } = await db
      .selectFrom('outgoing_hooks')
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  const began = performance.now()
  do await sendWebhooksJob.run(app.services, 1)
  while ((await waiting()) > (hangs ? 1 : 0))
  return (performance.now() - began) / 1000
}
