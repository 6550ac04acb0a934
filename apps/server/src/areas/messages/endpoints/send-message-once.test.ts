import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

async function givenQueues() {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await t.given.channel([iris, otto], { name: 'design' })
  const queueOf = async (user: typeof iris) => {
    const { queue_id, last_event_id } = await t
      .as(user)
      .call(registerQueue, { event_types: ['message'], fetch_event_types: [] })
    return { id: queue_id ?? '', after: last_event_id, user }
  }
  const messagesOf = async ({ id, after, user }: Awaited<ReturnType<typeof queueOf>>) =>
    (await t.as(user).call(getEvents, { queue_id: id, last_event_id: after, dont_block: true })).events
  const send = (queue: { id: string; user: typeof iris }, local_id: string) =>
    t.as(queue.user).call(sendMessage, {
      type: 'channel',
      to: 'design',
      topic: 'colors',
      content: 'Grey?',
      queue_id: queue.id,
      local_id,
    })
  const count = async () =>
    (
      await t
        .as(iris)
        .call(getMessages, { anchor: 'newest', num_before: 100, num_after: 0, narrow: [['topic', 'colors']] })
    ).messages.length
  return { t, iris, otto, queueOf, messagesOf, send, count }
}

test('a message that a client sends again under the same local name is sent once', async () => {
  const { iris, otto, queueOf, send, count } = await givenQueues()
  const [desktop, phone, ottos] = [await queueOf(iris), await queueOf(iris), await queueOf(otto)]
  const first = await send(desktop, '1.01')
  expect(await Promise.all([send(desktop, '1.01'), send(desktop, '1.01')])).toEqual([first, first])
  expect(await count()).toBe(1)
  // Other names are other messages; so is the same name from another client or user.
  const others = [await send(desktop, '1.02'), await send(phone, '1.01'), await send(ottos, '1.01')]
  expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(4)
  expect(await count()).toBe(4)
})

test('the local name of a message returns only to the queue of its sender', async () => {
  const { iris, otto, queueOf, messagesOf, send } = await givenQueues()
  const [desktop, phone, ottos] = [await queueOf(iris), await queueOf(iris), await queueOf(otto)]
  const { id } = await send(desktop, '1.01')
  const [own] = await messagesOf(desktop)
  expect(own).toMatchObject({ type: 'message', local_message_id: '1.01', message: { id } })
  for (const queue of [phone, ottos]) {
    const [event] = await messagesOf(queue)
    expect(event).toMatchObject({ type: 'message', message: { id } })
    expect(event).not.toHaveProperty('local_message_id')
  }
})

test('a local name may have any length', async () => {
  const { iris, queueOf, messagesOf, send, count } = await givenQueues()
  const queue = await queueOf(iris)
  const name = Array.from({ length: 5000 }, (_, index) => `${index * 7919}`).join('')
  const first = await send(queue, `${name}1`)
  expect(await send(queue, `${name}1`)).toEqual(first)
  expect((await messagesOf(queue))[0]).toMatchObject({ local_message_id: `${name}1` })
  expect((await send(queue, `${name}2`)).id).toBeGreaterThan(first.id)
  expect(await count()).toBe(2)
})

test('a call that is sent again under the same key of its header is carried out once', async () => {
  const { t, iris, otto, count } = await givenQueues()
  const send = async (user: typeof iris, key: string) => {
    const answer = await t.app.http.inject({
      method: 'POST',
      url: '/api/v1/messages',
      headers: {
        host: t.host,
        authorization: `Basic ${btoa(`${user.email}:${user.apiKey}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': key,
      },
      payload: 'type=channel&to=design&topic=colors&content=Grey%3F',
    })
    return answer.json<{ id?: number; code?: string; msg: string }>()
  }
  const first = await send(iris, 'k1')
  expect(await Promise.all([send(iris, 'k1'), send(iris, 'k1')])).toEqual([first, first])
  expect(await count()).toBe(1)
  // Another key is another call, and the same key of another user too.
  const others = [await send(iris, 'k2'), await send(otto, 'k1')]
  expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(3)
  expect(await send(iris, 'x'.repeat(256))).toMatchObject({
    code: 'BAD_REQUEST',
    msg: 'The header Idempotency-Key has 1 to 255 characters.',
  })
  expect(await count()).toBe(3)
})
