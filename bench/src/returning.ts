import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { roles } from '@tagma/contract/objects/user.ts'
import { createApp } from '@tagma/server/src/app.ts'
import { createAccount } from '@tagma/server/src/areas/accounts/create-account.ts'
import { createChannels } from '@tagma/server/src/areas/channels/create-channels.ts'
import { subscribeUsers } from '@tagma/server/src/areas/channels/subscribe-users.ts'
import { createOrganization } from '@tagma/server/src/areas/organization/create-organization.ts'
import { parseConfig } from '@tagma/server/src/config/config.ts'
import { systemRandom } from '@tagma/server/src/ports/random.ts'
import { installation } from '@tagma/server/src/store/log/transactions.ts'
import { topicConversation } from '@tagma/server/src/store/messages/conversations.ts'
import { insertMessage } from '@tagma/server/src/store/messages/messages.ts'
import { insertMany } from '@tagma/server/src/store/sql/insert-many.ts'
import type { Figure, Measurement } from './figure.ts'
import { openSchema } from './large-organization.ts'
import { median } from './load.ts'
import { publicChannel } from './populate.ts'

const spans = 5000
const messagesPerSpan = 6
const topicCount = 100
const runs = 20

/** Measures registering and a list of topics, for a user who has left and rejoined a channel thousands of times. */
export const returning: Measurement = {
  name: 'returning',
  title: 'Leaving and coming back 5,000 times',
  async run() {
    const figures = await measure('')
    const database = process.env.TEST_DATABASE_URL
    if (database === undefined) return figures
    const { url, drop } = await openSchema(database, 'tagma_bench_returning', true)
    try {
      return [...figures, ...(await measure(', PostgreSQL', url))]
    } finally {
      await drop()
    }
  },
}

async function measure(where: string, databaseUrl?: string): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tagma-bench-'))
  const app = await createApp(
    parseConfig({
      TAGMA_DATA_DIR: dataDir,
      TAGMA_RATE_LIMITS: 'off',
      TAGMA_LOG: 'error',
      TAGMA_PUBLIC_URL: 'http://localhost',
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    }),
  )
  try {
    return await figuresOf(app, where)
  } finally {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type BenchedApp = Awaited<ReturnType<typeof createApp>>

async function figuresOf(app: BenchedApp, where: string): Promise<Figure[]> {
  const { user, channel } = await populate(app)
  const ask = async (method: 'GET' | 'POST', path: string, payload?: string) => {
    const times: number[] = []
    for (let run = 0; run < runs; run++) {
      const began = performance.now()
      const { statusCode, body } = await app.http.inject({
        method,
        url: `/api/v1${path}`,
        headers: {
          host: 'localhost',
          authorization: `Basic ${btoa(`${user.email}:${user.apiKey}`)}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        ...(payload !== undefined && { payload }),
      })
      if (statusCode !== 200) throw new Error(`${path} was refused: ${body}`)
      times.push(performance.now() - began)
    }
    return median(times)
  }
  return [
    {
      name: `POST /register, messages${where}`,
      value: await ask('POST', '/register', 'fetch_event_types=["message"]&event_types=["message"]'),
      unit: 'ms',
      atMost: 20,
    },
    {
      name: `GET /users/me/{channel}/topics${where}`,
      value: await ask('GET', `/users/me/${channel.id}/topics`),
      unit: 'ms',
      atMost: 20,
    },
  ]
}

/** Makes a channel whose reader has left it and come back `spans` times. */
async function populate(app: BenchedApp) {
  const { transact, directories } = app.services.data
  const { id } = await transact(installation, (tx) =>
    createOrganization(tx, systemRandom, { name: 'Returning', subdomain: '' }),
  )
  const directory = await directories.get(id)
  const [user, writer] = await transact(id, async (tx) => {
    const account = (name: string) =>
      createAccount(tx, directory, systemRandom, {
        email: `${name}@example.com`,
        fullName: name,
        role: roles.member,
        passwordHash: null,
      })
    return [await account('reader'), await account('writer')] as const
  })
  const plan = { ...publicChannel(directory, writer, 'protected'), isPrivate: true, historyPublic: false }
  const [channel] = await transact(id, (tx) => createChannels(tx, directory, [plan]))
  if (!channel) throw new Error('The channel was not made')
  await transact(id, (tx) => subscribeUsers(tx, directory, [writer, user], [channel]))
  const ids = await sendAll(app, id, channel.id, writer.id)
  // The user is subscribed during half of each stretch of messages, and in the end.
  await transact(id, async (tx) => {
    await tx.db.deleteFrom('subscription_spans').where('user_id', '=', user.id).execute()
    await insertMany(
      tx.db,
      'subscription_spans',
      Array.from({ length: spans }, (_, index) => ({
        user_id: user.id,
        channel_id: channel.id,
        after_message: ids[index * messagesPerSpan] ?? 0,
        until_message: index === spans - 1 ? null : (ids[index * messagesPerSpan + messagesPerSpan / 2] ?? 0),
      })),
    )
  })
  return { user, channel }
}

/** Sends the messages of all spans, and returns their ids. */
async function sendAll(app: BenchedApp, organizationId: number, channelId: number, senderId: number) {
  const ids: number[] = []
  for (let from = 0; from < spans * messagesPerSpan; from += 2500)
    await app.services.data.transact(organizationId, async (tx) => {
      for (let index = from; index < from + 2500; index++) {
        const conversation = await topicConversation(tx, channelId, `topic ${index % topicCount}`)
        const message = await insertMessage(tx, {
          conversationId: conversation.id,
          channelId,
          senderId,
          client: 'website',
          content: 'Hello',
          rendered: '<p>Hello</p>',
          isMeMessage: false,
          hasLink: false,
          hasImage: false,
          hasAttachment: false,
        })
        ids.push(message.id)
      }
    })
  return ids
}
