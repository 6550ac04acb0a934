import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { roles } from '@tagma/contract/objects/user.ts'
import { type App, createApp } from '@tagma/server/src/app.ts'
import { createAccount } from '@tagma/server/src/areas/accounts/create-account.ts'
import { createChannels } from '@tagma/server/src/areas/channels/create-channels.ts'
import { subscribeUsers } from '@tagma/server/src/areas/channels/subscribe-users.ts'
import { renderContent } from '@tagma/server/src/areas/messages/render/render-content.ts'
import { sendMessage } from '@tagma/server/src/areas/messages/send/send-message.ts'
import { notifyJob } from '@tagma/server/src/areas/notifications/notify-job.ts'
import { createOrganization } from '@tagma/server/src/areas/organization/create-organization.ts'
import { parseConfig } from '@tagma/server/src/config/config.ts'
import { systemRandom } from '@tagma/server/src/ports/random.ts'
import { installation } from '@tagma/server/src/store/log/transactions.ts'
import type { Figure, Measurement } from './figure.ts'
import { makeMembers, publicChannel } from './populate.ts'

const rounds = 200

interface Scene {
  readonly app: App
  readonly send: (content: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** Creates an organization with one channel of this many subscribers. */
async function channelOf(subscribers: number): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-'))
  const app = await createApp(
    parseConfig({
      TAGMA_DATA_DIR: folder,
      TAGMA_LOG: 'error',
      TAGMA_PUSH_RELAY_URL: 'http://127.0.0.1:9',
      TAGMA_PUSH_RELAY_ID: 'server',
      TAGMA_PUSH_RELAY_KEY: 'key',
    }),
  )
  const { services } = app
  await services.data.transact(installation, (tx) =>
    createOrganization(tx, systemRandom, { name: 'Large', subdomain: '' }),
  )
  const directory = await services.data.directories.get(1)
  // Allows the sender to mention everybody.
  const sender = await services.data.transact(1, (tx) =>
    createAccount(tx, directory, systemRandom, {
      email: 'sender@example.com',
      fullName: 'sender',
      role: roles.owner,
      passwordHash: null,
      channels: [],
    }),
  )
  const plan = publicChannel(directory, sender, 'all')
  const [channel] = await services.data.transact(1, (tx) => createChannels(tx, directory, [plan]))
  if (!channel) throw new Error('The channel was not made')
  await services.data.transact(1, (tx) => subscribeUsers(tx, directory, [sender], [channel]))
  await makeMembers({ app, directory }, subscribers - 1, {
    settle: async (tx, users) => void (await subscribeUsers(tx, directory, users, [channel])),
  })
  const send = async (content: string) => {
    const rendered = await renderContent(services, directory, sender, content)
    const destination = { kind: 'channel', channel, topic: 'news' } as const
    await services.data.transact(1, (tx) =>
      sendMessage(tx, directory, {
        sender,
        destination,
        content,
        rendered,
        client: 'bench',
        readBySender: true,
      }),
    )
  }
  await notifyJob.run(services, 1)
  const close = async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  }
  return { app, send, close }
}

/** Returns the CPU milliseconds of the work. */
async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * Returns CPU milliseconds for sending one message and for finding the people to notify, minus those of an empty run.
 */
async function costOf({ app, send }: Scene, content: string): Promise<{ send: number; notify: number }> {
  const cost = { send: 0, notify: 0 }
  for (let round = 0; round < rounds; round++) {
    cost.send += await cpuOf(() => send(content))
    cost.notify += await cpuOf(() => notifyJob.run(app.services, 1))
  }
  return { send: cost.send / rounds, notify: cost.notify / rounds }
}

/** Measures the cost of notifications by the number of recipients. */
export const notifications: Measurement = {
  name: 'notifications',
  title: 'Notifications',
  async run() {
    const [small, large] = [await channelOf(10), await channelOf(10_000)]
    const figures: Figure[] = []
    const measured = { small: { send: 0, notify: 0 }, large: { send: 0, notify: 0 } }
    for (const content of ['for nobody', '@**user7** for one']) {
      // In turn, so that other work of the machine affects both.
      await costOf(small, content)
      measured.small = await costOf(small, content)
      measured.large = await costOf(large, content)
      figures.push(
        {
          name: `"${content}" to 10,000 against 10: the way of the message`,
          value: measured.large.send / measured.small.send,
          unit: '×',
          atMost: 2,
        },
        {
          name: `"${content}" to 10,000 against 10: finding the people to notify`,
          value: measured.large.notify / measured.small.notify,
          unit: '×',
          atMost: 4,
          note: `${measured.large.notify.toFixed(2)} ms CPU for 10,000`,
        },
      )
    }
    await large.send('@**all** for everybody')
    figures.push({
      name: '"@**all**" to 10,000: finding the people to notify, and their mails',
      value: await cpuOf(() => notifyJob.run(large.app.services, 1)),
      unit: 'ms CPU',
      atMost: 1000,
    })
    await small.close()
    await large.close()
    return figures
  },
}
