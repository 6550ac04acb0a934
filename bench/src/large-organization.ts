import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { roles } from '@tagma/contract/objects/user.ts'
import { type App, createApp } from '@tagma/server/src/app.ts'
import { createAccount } from '@tagma/server/src/areas/accounts/create-account.ts'
import { createChannels } from '@tagma/server/src/areas/channels/create-channels.ts'
import { subscribeUsers } from '@tagma/server/src/areas/channels/subscribe-users.ts'
import { indexMessages } from '@tagma/server/src/areas/messages/search/index-messages.ts'
import { mergeIndex } from '@tagma/server/src/areas/messages/search/merge-index.ts'
import { createOrganization } from '@tagma/server/src/areas/organization/create-organization.ts'
import { parseConfig } from '@tagma/server/src/config/config.ts'
import type { OrganizationDirectory } from '@tagma/server/src/directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '@tagma/server/src/model/records.ts'
import { systemRandom } from '@tagma/server/src/ports/random.ts'
import { installation } from '@tagma/server/src/store/log/transactions.ts'
import type { Tx } from '@tagma/server/src/store/log/tx.ts'
import { topicConversation } from '@tagma/server/src/store/messages/conversations.ts'
import { foreseeMessage, insertMessage } from '@tagma/server/src/store/messages/messages.ts'
import pg from 'pg'
import { publicChannel } from './populate.ts'

/** An organization with many messages of 300 bytes: 20 channels of 200 topics, and one topic of 10,000 messages. */
export interface LargeOrganization {
  readonly app: App
  readonly dataDir: string
  readonly directory: OrganizationDirectory
  readonly user: UserRecord
  readonly channels: readonly ChannelRecord[]
  /** The topic of 10,000 messages, in the first channel. */
  readonly longTopic: string
  /** Returns the size of the database on disk. */
  bytes(): Promise<number>
}

const vocabulary = 30_000
const channelCount = 20
const topicsPerChannel = 200
const longTopicLength = 10_000
const batch = 2_000
const vacuumedAfter = 50 * batch

/** Returns random-looking numbers that are the same in each run. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const syllables = [
  'ba',
  'ce',
  'di',
  'fo',
  'gu',
  'la',
  'me',
  'ni',
  'po',
  'ru',
  'sa',
  'te',
  'vi',
  'zo',
  'ka',
  'le',
]

/** Returns the word of a rank. Common words are short. */
export function wordOf(rank: number): string {
  let rest = rank + 1
  let word = ''
  while (rest > 0) {
    word += syllables[rest % 16] ?? ''
    rest = Math.floor(rest / 16)
  }
  return word
}

/** Writes text with words as frequent as in real texts: the second half as frequent as the first, the third a third. */
function textOf(random: () => number): string {
  let text = ''
  while (text.length < 296) text += `${wordOf(Math.floor(vocabulary ** random()) - 1)} `
  return text.slice(0, 300).trim()
}

/**
 * Builds the organization in a folder of its own, or opens it if an earlier run has left it. With a PostgreSQL address,
 * its data is in a schema of that database.
 */
export async function largeOrganization(messages: number, postgres?: string): Promise<LargeOrganization> {
  const name = `tagma_bench_${messages}`
  const folder = join(tmpdir(), postgres === undefined ? name : `${name}_postgres`)
  const isNew = !existsSync(join(folder, 'ready'))
  if (isNew) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const database = postgres === undefined ? undefined : await openSchema(postgres, name, isNew)
  const app = await createApp(
    parseConfig({
      TAGMA_DATA_DIR: folder,
      TAGMA_RATE_LIMITS: 'off',
      TAGMA_LOG: 'error',
      ...(database && { DATABASE_URL: database.url }),
    }),
  )
  const { services } = app
  if (isNew) {
    await services.data.transact(installation, (tx) =>
      createOrganization(tx, systemRandom, { name: 'Large', subdomain: '' }),
    )
  }
  const directory = await services.data.directories.get(1)
  if (isNew) {
    await fill(app, directory, messages, database?.vacuum)
    mkdirSync(join(folder, 'ready'))
  }
  const user = directory.userByEmail('reader@example.com')
  if (!user) throw new Error('The organization was not made')
  const channels = [...directory.channels.values()].filter((channel) => channel.name.startsWith('channel '))
  const bytes = database?.bytes ?? (async () => fileBytes(folder))
  return { app, dataDir: folder, directory, user, channels, longTopic: 'long', bytes }
}

/** Writes the messages. `vacuum` does now and then what a database does by itself in the course of a year. */
async function fill(
  app: App,
  directory: OrganizationDirectory,
  messages: number,
  vacuum: (() => Promise<unknown>) | undefined,
): Promise<void> {
  const { services } = app
  const account = (name: string) =>
    services.data.transact(1, (tx) =>
      createAccount(tx, directory, systemRandom, {
        email: `${name}@example.com`,
        fullName: name,
        role: roles.member,
        passwordHash: null,
      }),
    )
  const user = await account('reader')
  const sender = await account('writer')
  await services.data.transact(1, (tx) =>
    createChannels(
      tx,
      directory,
      Array.from({ length: channelCount }, (_, index) => publicChannel(directory, user, `channel ${index}`)),
    ),
  )
  const channels = [...directory.channels.values()].filter((channel) => channel.name.startsWith('channel '))
  await services.data.transact(1, (tx) => subscribeUsers(tx, directory, [user, sender], channels))
  const random = sequence(42)
  const conversations = new Map<string, number>()
  const conversationOf = async (tx: Tx, channelId: number, topic: string): Promise<number> => {
    const key = `${channelId} ${topic}`
    const known = conversations.get(key)
    if (known !== undefined) return known
    const { id } = await topicConversation(tx, channelId, topic)
    conversations.set(key, id)
    return id
  }
  const write = async (tx: Tx, from: number, to: number) => {
    for (let index = from; index < to; index++) {
      const isLong = index >= messages - longTopicLength
      const channel = channels[isLong ? 0 : Math.floor(random() * channelCount)]
      if (!channel) continue
      const topic = isLong ? 'long' : `topic ${Math.floor(random() * topicsPerChannel)}`
      const conversation = await conversationOf(tx, channel.id, topic)
      const content = textOf(random)
      await insertMessage(tx, {
        conversationId: conversation,
        channelId: channel.id,
        senderId: sender.id,
        client: 'website',
        content,
        rendered: `<p>${content}</p>`,
        isMeMessage: false,
        hasLink: false,
        hasImage: false,
        hasAttachment: false,
      })
    }
  }
  for (let done = 0; done < messages; done += batch) {
    await services.data.transact(1, (tx) => write(tx, done, Math.min(done + batch, messages)), {
      // The rows go to PostgreSQL in one statement.
      foresees: () => Array.from({ length: batch }, foreseeMessage),
    })
    if (done % vacuumedAfter === 0) await vacuum?.()
  }
  await indexMessages(services, 1)
  await mergeIndex(services, 1, Infinity)
  await vacuum?.()
}

/** Returns the bytes of the embedded database's files. */
const fileBytes = (folder: string) =>
  ['tagma.db', 'tagma.db-wal'].reduce((sum, name) => {
    const path = join(folder, name)
    return sum + (existsSync(path) ? statSync(path).size : 0)
  }, 0)

/** Opens a schema of a PostgreSQL database and returns its own address. Empties it if it `isNew`. */
export async function openSchema(base: string, schema: string, isNew: boolean) {
  const query = async <Row extends object>(text: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: base })
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }
  if (isNew) await query(`drop schema if exists ${schema} cascade; create schema ${schema}`)
  const url = new URL(base)
  url.searchParams.set('options', `-c search_path=${schema}`)
  return {
    url: url.href.replaceAll('+', '%20'),
    drop: () => query(`drop schema ${schema} cascade`),
    async vacuum() {
      const tables = await query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = '${schema}'`,
      )
      await query(`vacuum (analyze) ${tables.map(({ name }) => name).join(', ')}`)
    },
    async bytes(): Promise<number> {
      const [row] = await query<{ bytes: string }>(`
        select sum(pg_total_relation_size(c.oid)) as bytes
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = '${schema}' and c.relkind = 'r'
      `)
      return Number(row?.bytes)
    },
  }
}
