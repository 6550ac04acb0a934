import { fetchMessages } from '../../apps/server/src/areas/messages/fetch/fetch-messages.ts'
import { markTopicRead } from '../../apps/server/src/areas/messages/flags/mark-read.ts'
import { changeFlag } from '../../apps/server/src/areas/messages/flags/update-flags.ts'
import { moveMessages } from '../../apps/server/src/areas/messages/move/move-messages.ts'
import { findTopic } from '../../apps/server/src/store/messages/conversations.ts'
import { findMessages } from '../../apps/server/src/store/messages/messages.ts'
import { messageIdsOf } from '../../apps/server/src/store/reading/message-moves.ts'
import { newestUnread, unreadIds } from '../../apps/server/src/store/reading/unread-messages.ts'
import type { Figure } from './figure.ts'
import { type LargeOrganization, wordOf } from './large-organization.ts'

/** Returns the value that this part of the values does not exceed. */
const percentile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * part) - 1)] ?? Number.NaN

async function timed(body: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await body()
  return performance.now() - start
}

/**
 * Returns milliseconds of CPU that this process spent: the duration of work that never waits, whatever else the machine
 * does.
 */
async function cpuOf(body: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await body()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

type Narrow = { operator: string; operand: string | number; negated?: boolean }[]

const fetchIn = ({ app, directory, user }: LargeOrganization, narrow: Narrow, count: number) =>
  fetchMessages(app.services, directory, user, {
    anchor: 'newest',
    anchor_date: undefined,
    use_first_unread_anchor: false,
    num_before: count,
    num_after: 0,
    include_anchor: true,
    narrow,
    client_gravatar: true,
    apply_markdown: true,
    message_ids: undefined,
    allow_empty_topic_name: true,
    wantsLegacyEmojiType: false,
  })

/** Measures CPU of GET /messages of 100, without HTTP. */
export async function measureFetch(large: LargeOrganization): Promise<Figure[]> {
  const channel = large.channels[1]?.id ?? 0
  const figures: Figure[] = []
  for (const [name, narrow] of [
    ['all messages', []],
    ['a channel', [{ operator: 'channel', operand: channel }]],
    [
      'a topic',
      [
        { operator: 'channel', operand: channel },
        { operator: 'topic', operand: 'topic 7' },
      ],
    ],
  ] as const) {
    for (let n = 0; n < 50; n++) await fetchIn(large, [...narrow], 100)
    const before = process.cpuUsage()
    for (let n = 0; n < 200; n++) await fetchIn(large, [...narrow], 100)
    const { user, system } = process.cpuUsage(before)
    figures.push({
      name: `GET /messages of 100, ${name}`,
      value: (user + system) / 200_000,
      unit: 'ms',
      atMost: 1.5,
    })
  }
  return figures
}

/**
 * Measures the slowest hundredth of searches: common and rare words, two words, phrases, everywhere and in one channel.
 * The embedded engine works in this process, so its CPU is the cost of a search. For another engine, the waiting time
 * is.
 */
export async function measureSearch(large: LargeOrganization): Promise<Figure[]> {
  const channel = { operator: 'channel', operand: large.channels[2]?.id ?? 0 }
  const figures: Figure[] = []
  const kinds: readonly (readonly [string, (n: number) => string, Narrow])[] = [
    ['common word', (n) => `${wordOf(n % 10)} `, []],
    ['common word in one channel', (n) => `${wordOf(n % 10)} `, [channel]],
    ['any word', (n) => `${wordOf(n * 97)} `, []],
    ['rare word in one channel', (n) => `${wordOf(20_000 + n * 7)} `, [channel]],
    ['common and rare word', (n) => `${wordOf(n % 10)} ${wordOf(9_000 + n * 7)} `, []],
    ['beginning of a word', (n) => wordOf(n * 31).slice(0, 3), []],
    ['phrase', (n) => `"${wordOf(n % 7)} ${wordOf((n * 3) % 11)}"`, []],
    ['rare phrase', (n) => `"${wordOf(40 + n)} ${wordOf(60 + n * 3)}"`, []],
    ['rare phrase in one channel', (n) => `"${wordOf(40 + n)} ${wordOf(60 + n * 3)}"`, [channel]],
  ]
  const isEmbedded = large.app.engine.kind === 'sqlite'
  for (const [name, text, more] of kinds) {
    const searchFor = (n: number) => fetchIn(large, [{ operator: 'search', operand: text(n) }, ...more], 100)
    // Warms up the server.
    for (let n = 100; n < 120; n++) await searchFor(n)
    const times: number[] = []
    for (let n = 0; n < 100; n++) times.push(await (isEmbedded ? cpuOf : timed)(() => searchFor(n)))
    figures.push({
      name: `search, ${name}, p99${isEmbedded ? ' of CPU' : ''}`,
      value: percentile(times, 0.99),
      unit: 'ms',
      atMost: 25,
      note: `p50 ${percentile(times, 0.5).toFixed(1)}`,
    })
  }
  return figures
}

/** Measures the disk for a million messages with their index. */
export async function measureDisk({ bytes }: LargeOrganization, messages: number): Promise<Figure[]> {
  const megabytes = (await bytes()) / 1_000_000 / (messages / 1_000_000)
  return [{ name: 'disk for 1,000,000 messages of 300 bytes', value: megabytes, unit: 'MB', atMost: 500 }]
}

/** Measures marking a topic of 10,000 messages as read, and moving it. */
export async function measureTopic(large: LargeOrganization): Promise<Figure[]> {
  const { app, directory, user, channels, longTopic } = large
  const [channel] = channels
  if (!channel) return []
  const { services } = app
  const topic = await findTopic(services.data.db, 1, channel.id, longTopic)
  const ids = await messageIdsOf(services.data.db, topic?.id ?? -1)
  const rows = [...(await findMessages(services.data.db, ids)).values()]
  const marks: number[] = []
  const moves: number[] = []
  for (let n = 0; n < 10; n++) {
    await services.data.transact(1, (tx) => changeFlag(tx, user, rows, 'remove', 'read'))
    marks.push(
      await timed(() =>
        services.data.transact(1, (tx) => markTopicRead(tx, directory, user, channel.id, longTopic)),
      ),
    )
    for (const name of ['moved', longTopic])
      moves.push(
        await timed(() =>
          services.data.transact(1, (tx) =>
            moveMessages(tx, directory, user, {
              id: ids[0] ?? 0,
              propagateMode: 'change_all',
              channel: undefined,
              topic: name,
            }),
          ),
        ),
      )
  }
  // Moves the topic back for the next run.
  await services.data.transact(1, (tx) =>
    tx.db
      .updateTable('conversations')
      .set({ moves: null })
      .where('id', '=', topic?.id ?? -1)
      .execute(),
  )
  return [
    { name: 'marking a topic of 10,000 read', value: percentile(marks, 0.5), unit: 'ms', atMost: 5 },
    { name: 'moving a topic of 10,000', value: percentile(moves, 0.5), unit: 'ms', atMost: 10 },
  ]
}

/** Measures finding unread messages for POST /register: 16,000, and zero. */
export async function measureUnread(large: LargeOrganization): Promise<Figure[]> {
  const { app, user } = large
  const { services } = app
  const time = async (name: string) => {
    const times: number[] = []
    let count = 0
    for (let n = 0; n < 20; n++)
      times.push(
        await timed(
          async () => (count = unreadIds(await newestUnread(services.data.db, user.id, 50_000)).length),
        ),
      )
    return { name: `${name} (${count})`, value: percentile(times, 0.5), unit: 'ms' }
  }
  const figures = [await time('unread messages of a registration, many')]
  const { markAllRead } = await import('../../apps/server/src/areas/messages/flags/mark-read.ts')
  await services.data.transact(1, (tx) => markAllRead(tx, user))
  figures.push(await time('unread messages of a registration, none'))
  return figures
}
