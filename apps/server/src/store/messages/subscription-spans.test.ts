import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { insertMany } from '#store/sql/insert-many.ts'
import { reserveIds } from '#store/sql/reserve-ids.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { postgresRows, sqliteSteps, watchQueries } from '#test/watch-queries.ts'
import { topicsReceived } from './conversations.ts'
import { newestReceived } from './message-bounds.ts'
import { inSpanOf, isInChannels } from './message-conditions.ts'

const topics = ['colors', 'shapes', 'sounds']

interface Sent {
  readonly id: number
  readonly topic: string
  isReceived: boolean
}

test('whoever leaves and comes back received what was sent while they were there, and nothing else', async () => {
  const t = await testApp()
  const { otto } = await t.given.members('otto')
  const owner = await t.given.user('olga', { role: 'owner' })
  const { db } = t.app.services.data
  const others = await t.given.channel([owner])
  let people = 0
  const step = fc.tuple(
    fc.constantFrom('send', 'send', 'send', 'leave', 'join', 'delete newest', 'delete', 'move here'),
    fc.nat({ max: 1000 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const iris = await t.given.user(`iris${people++}`)
      const channel = await t.given.channel([owner, otto, iris], {
        invite_only: true,
        history_public_to_subscribers: false,
      })
      const sent: Sent[] = []
      let isThere = true
      for (const [what, pick] of steps) {
        const topic = topics[pick % topics.length] ?? ''
        if (what === 'send') {
          const id = await t.given.message(otto, channel, { topic })
          sent.push({ id, topic, isReceived: isThere })
        } else if (what === 'leave') {
          if (!isThere) continue
          await t.as(iris).call(unsubscribe, { subscriptions: [channel.name] })
          isThere = false
        } else if (what === 'join') {
          await t.as(owner).call(subscribe, {
            subscriptions: [{ name: channel.name }],
            principals: [iris.id],
            send_new_subscription_messages: false,
          })
          isThere = true
        } else if (what === 'move here') {
          const id = await t.given.message(owner, others, { topic })
          await t.as(owner).call(updateMessage, {
            message_id: id,
            stream_id: channel.id,
            topic,
            send_notification_to_old_thread: false,
            send_notification_to_new_thread: false,
          })
          sent.push({ id, topic, isReceived: isThere })
        } else {
          const [gone] = sent.splice(what === 'delete' ? pick % (sent.length + 1) : -1, 1)
          if (gone) await t.as(owner).call(deleteMessage, { message_id: gone.id })
        }
      }
      const received = sent.filter(({ isReceived }) => isReceived)
      const rows = await db
        .selectFrom('messages as m')
        .select('m.id')
        .where((eb) => isInChannels([channel.id])(eb as never))
        .where((eb) => inSpanOf(iris.id)(eb as never))
        .orderBy('m.id')
        .execute()
      expect(rows.map(({ id }) => id)).toEqual(received.map(({ id }) => id))
      expect(await newestReceived(db, iris.id)).toBe(received.at(-1)?.id ?? -1)
      const newest = new Map(received.map(({ topic, id }) => [topic, id]))
      expect(await topicsReceived(db, iris.id, channel.id)).toEqual(
        [...newest].map(([name, max_id]) => ({ name, max_id })).toSorted((a, b) => b.max_id - a.max_id),
      )
    }),
    { numRuns: 30 },
  )
})

const onSqlite = process.env.TEST_ENGINE !== 'postgres'

const islands = 5000

/** A channel of which somebody received every other message: so many spans. The newer half of those were deleted. */
async function channelWithIslands(t: TestApp) {
  const { otto, iris } = await t.given.members('otto', 'iris')
  const channel = await t.given.channel([otto])
  const id = await t.given.message(otto, channel)
  const { data } = t.app.services
  const newest = await data.transact(t.organizationId, async (tx) => {
    const sent = await tx.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const free = await reserveIds(tx.db, 'messages', 2 * islands)
    const places = Array.from({ length: islands }, (_, place) => free + 2 * place)
    await insertMany(
      tx.db,
      'messages',
      places.flatMap((place, index) => [
        ...(index < islands / 2 ? [{ ...sent, id: place }] : []),
        { ...sent, id: place + 1 },
      ]),
    )
    await insertMany(
      tx.db,
      'subscription_spans',
      places.map((place) => ({
        user_id: iris.id,
        channel_id: channel.id,
        after_message: place - 1,
        until_message: place,
      })),
    )
    return places[islands / 2 - 1]
  })
  const watched = watchQueries(data.db)
  expect(await newestReceived(watched.db, iris.id)).toBe(newest)
  const found = await topicsReceived(watched.db, iris.id, channel.id)
  expect(found.map(({ max_id }) => max_id)).toEqual([newest])
  const received = watched.db
    .selectFrom('messages as m')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where((eb) => isInChannels([channel.id])(eb as never))
    .where((eb) => inSpanOf(iris.id)(eb as never))
  expect(Number((await received.executeTakeFirstOrThrow()).count)).toBe(islands / 2)
  return { db: data.db, queries: watched.queries }
}

test.runIf(onSqlite)('thousands of spans in one channel are looked up between their ends', async () => {
  const { db, queries } = await channelWithIslands(await testApp())
  const steps: string[] = []
  for (const query of queries) steps.push(...(await sqliteSteps(db, query)))
  const scans = steps.filter((step) => /^SCAN (messages|m|subscription_spans)\b/.test(step))
  expect(scans).toEqual([])
  const bounded = [
    'SEARCH messages USING COVERING INDEX messages_by_channel_id (channel_id=? AND rowid>? AND rowid<?)',
    'SEARCH subscription_spans USING PRIMARY KEY (user_id=? AND channel_id=? AND after_message<?)',
  ]
  // The newest message of a span is looked for in two places, and the span of a message in two queries.
  expect(bounded.map((step) => steps.filter((one) => one === step).length)).toEqual([2, 2])
})

test.runIf(!onSqlite)('thousands of spans in one channel cost few rows each', async () => {
  const { db, queries } = await channelWithIslands(await testApp())
  for (const query of queries) expect(await postgresRows(db, query)).toBeLessThan(20 * islands)
})
