import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

test('a channel message reaches its subscribers and nobody else', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const channel = await t.given.channel([iris, otto], { name: 'design' })
  const received = await converge(t, [iris, otto, mia], () =>
    t.as(iris).call(sendMessage, {
      type: 'channel',
      to: 'Design',
      topic: 'colors',
      content: 'Warm **grey**, @**otto**?',
    }),
  )
  expect(received.get(otto.id)?.filter((event) => event.type === 'message')).toMatchObject([
    {
      type: 'message',
      flags: ['mentioned'],
      message: { stream_id: channel.id, subject: 'colors', sender_id: iris.id, display_recipient: 'design' },
    },
  ])
  expect(received.get(mia.id)?.map((event) => event.type)).toEqual(['stream'])
})

test('direct messages reach all participants', async () => {
  const t = await testApp()
  const { iris, otto, mia, outsider } = await t.given.members('iris', 'otto', 'mia', 'outsider')
  const received = await converge(t, [iris, otto, mia, outsider], async () => {
    await t.as(iris).call(sendMessage, { type: 'direct', to: [otto.id], content: 'for two' })
    await t.as(iris).call(sendMessage, { type: 'private', to: [otto.email, mia.email], content: 'for three' })
    await t.as(iris).call(sendMessage, { type: 'direct', to: [iris.id], content: 'for me' })
  })
  expect(received.get(otto.id)).toHaveLength(2)
  expect(received.get(mia.id)).toHaveLength(1)
  expect(received.get(outsider.id)).toEqual([])
})

test('flags change only for oneself, and leaving a channel removes its unread messages', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto], { name: 'design' })
  const first = await t.given.message(iris, channel)
  const second = await t.given.message(iris, channel)
  await converge(t, [iris, otto], () =>
    t.as(otto).call(updateMessageFlags, { messages: [first], op: 'add', flag: 'read' }),
  )
  await converge(t, [iris, otto], () =>
    t.as(otto).call(updateMessageFlags, { messages: [first, second], op: 'add', flag: 'starred' }),
  )
  await converge(t, [iris, otto], () =>
    t.as(otto).call(updateMessageFlags, { messages: [first], op: 'remove', flag: 'read' }),
  )
  await converge(t, [iris, otto], () => t.as(otto).call(unsubscribe, { subscriptions: ['design'] }))
})

test('history is read around an anchor', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const ids: number[] = []
  for (let n = 0; n < 10; n++)
    ids.push(await t.given.message(iris, channel, { content: `message ${n}`, topic: n % 2 ? 'odd' : 'even' }))
  const narrow = [
    { operator: 'channel', operand: channel.id },
    { operator: 'topic', operand: 'ODD' },
  ]
  const answer = await t
    .as(otto)
    .call(getMessages, { anchor: ids[5] ?? 0, num_before: 1, num_after: 1, narrow })
  expect(answer.messages.map((message) => message.id)).toEqual([ids[3], ids[5], ids[7]])
  expect(answer).toMatchObject({
    found_anchor: true,
    found_oldest: false,
    found_newest: false,
    anchor: ids[5],
  })
  const unread = await t.as(otto).call(getMessages, { anchor: 'first_unread', num_before: 0, num_after: 0 })
  expect(unread.anchor).toBe(ids[0])
})
