import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
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
