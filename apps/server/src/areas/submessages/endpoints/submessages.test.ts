import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { sendSubmessage } from '@tagma/contract/endpoints/submessages/send-submessage.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

const msg_type = 'widget'

test('a poll begins with its submessage, and votes reach everybody who has it', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const channel = await t.given.channel([iris, otto])
  let message_id = 0
  const sent = await converge(t, [otto, mia], async () => {
    message_id = await t.given.message(iris, channel, { content: '/poll Lunch?\nSoup\nRice' })
  })
  const widget = { widget_type: 'poll', extra_data: { question: 'Lunch?', options: ['Soup', 'Rice'] } }
  const first = { msg_type, message_id, sender_id: iris.id, content: JSON.stringify(widget) }
  const event = sent.get(otto.id)?.find(({ type }) => type === 'message')
  expect(event).toMatchObject({ message: { submessages: [first] } })

  const content = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 })
  const voted = await converge(t, [iris, otto, mia], () =>
    t.as(otto).call(sendSubmessage, { message_id, msg_type, content }),
  )
  const vote = { msg_type, message_id, sender_id: otto.id, content }
  expect(voted.get(iris.id)).toMatchObject([{ type: 'submessage', ...vote }])
  expect(voted.get(mia.id)).toEqual([])
  const { messages } = await t.as(otto).call(getMessages, { message_ids: [message_id] })
  expect(messages[0]?.submessages).toMatchObject([first, vote])
})

test('everybody adds to a to-do list and ticks off tasks; only its author changes the title', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const message_id = await t.given.message(iris, [otto], { content: '/todo Moving house\nPack: books first' })
  const step = (user: typeof iris, value: object) =>
    t.as(user).call(sendSubmessage, { message_id, msg_type, content: JSON.stringify(value) })
  await step(otto, { type: 'new_task', key: 2, task: 'Lift', desc: '', completed: false })
  await step(otto, { type: 'strike', key: '0,canned' })
  await step(iris, { type: 'new_task_list_title', title: 'Moved' })
  await expect(step(otto, { type: 'new_task_list_title', title: 'Mine' })).rejects.toThrow(
    /unless you are the author/,
  )
  const { messages } = await t.as(otto).call(getMessages, { message_ids: [message_id] })
  expect(messages[0]?.submessages).toHaveLength(4)
})

test.each([
  ['{', /Invalid json/],
  ['7', /Invalid step/],
  ['{"type":"vote","key":"1,1","vote":2}', /vote/],
  ['{"type":"vote","vote":1}', /key/],
  ['{"type":"strike","key":"1,1"}', /type/],
  ['{"type":"question","question":"Mine?"}', /unless you are the author/],
  ['x'.repeat(10_001), /content is too long/],
])('the step %j is refused', async (content, reason) => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const message_id = await t.given.message(iris, [otto], { content: '/poll Lunch?' })
  const refused = await t.as(otto).refusal(sendSubmessage, { message_id, msg_type, content })
  expect(refused).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringMatching(reason) })
})

test('ordinary messages and hidden messages refuse submessages', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const content = '{"type":"vote","key":"1,1","vote":1}'
  const plain = await t.given.message(iris, [otto])
  expect(
    (await t.as(iris).refusal(sendSubmessage, { message_id: plain, msg_type, content })).message,
  ).toMatch(/cannot attach/)
  const poll = await t.given.message(iris, [otto], { content: '/poll Lunch?' })
  expect((await t.as(mia).refusal(sendSubmessage, { message_id: poll, msg_type, content })).message).toBe(
    'Invalid message(s)',
  )
})
