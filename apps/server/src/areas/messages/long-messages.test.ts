import type { Answer } from '@tagma/contract/define.ts'
import { getMessageHistory } from '@tagma/contract/endpoints/messages/get-message-history.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { renderMessage } from '@tagma/contract/endpoints/messages/render-message.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { expect, test } from 'vitest'
import { type Account, type TestApp, testApp } from '#test/app.ts'

/** Short to type, but some 190,000 letters of HTML: formulas. */
const long = '$$x$$ '.repeat(450)

async function scene(count: number) {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const first = await t.given.message(iris, channel, { topic: 'sums', content: long })
  const ids = [first]
  while (ids.length < count) ids.push(await t.given.message(iris, channel, { topic: 'sums', content: long }))
  return { t, iris, otto, channel, ids }
}

const narrow = (channel: { id: number }) => [{ operator: 'channel', operand: channel.id }]

/** Reads a channel as clients do: each call starts where the last answer ended. */
async function readAll(t: TestApp, reader: Account, channel: { id: number }, direction: 'older' | 'newer') {
  const found: number[][] = []
  let anchor: number | 'oldest' | 'newest' = direction === 'older' ? 'newest' : 'oldest'
  for (let isDone = false; !isDone;) {
    const answer: Answer<typeof getMessages> = await t.as(reader).call(getMessages, {
      anchor,
      include_anchor: found.length === 0,
      num_before: direction === 'older' ? 5000 : 0,
      num_after: direction === 'older' ? 0 : 5000,
      narrow: narrow(channel),
    })
    const ids = answer.messages.map(({ id }) => id)
    found.push(ids)
    anchor = (direction === 'older' ? ids[0] : ids.at(-1)) ?? anchor
    isDone = direction === 'older' ? answer.found_oldest : answer.found_newest
  }
  return found
}

test('an answer has fewer messages than asked for if they are long, and the next one goes on from there', async () => {
  const { t, otto, channel, ids } = await scene(60)
  for (const direction of ['older', 'newer'] as const) {
    const found = await readAll(t, otto, channel, direction)
    expect(found.length).toBeGreaterThan(1)
    expect(found[0]?.length).toBeGreaterThan(10)
    const all = (direction === 'older' ? found.toReversed() : found).flat()
    expect(all.slice(-60)).toEqual(ids)
  }
  const around = await t.as(otto).call(getMessages, {
    anchor: ids[30]!,
    num_before: 30,
    num_after: 29,
    narrow: narrow(channel),
  })
  expect(around).toMatchObject({ found_anchor: true, found_oldest: false, found_newest: false })
  const [first = 0] = around.messages.map(({ id }) => ids.indexOf(id))
  expect(around.messages.map(({ id }) => id)).toEqual(ids.slice(first, first + around.messages.length))
  expect(ids.slice(first)).toContain(ids[30])

  const some = await t.as(otto).call(getMessages, { message_ids: ids.slice(0, 20).toReversed() })
  expect(some.messages.map(({ id }) => id)).toEqual(ids.slice(0, 20))
  expect(await t.as(otto).refusal(getMessages, { message_ids: ids })).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'These messages are too long for one answer. Ask for fewer of them.',
  })
})

test('everyday messages come as many as asked for', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const channel = await t.given.channel([iris])
  const ids: number[] = []
  for (let nth = 0; nth < 300; nth++)
    ids.push(await t.given.message(iris, channel, { content: `say ${nth}` }))
  const answer = await t
    .as(iris)
    .call(getMessages, { anchor: 'newest', num_before: 300, num_after: 0, narrow: narrow(channel) })
  expect(answer.messages.map(({ id }) => id).slice(-300)).toEqual(ids)
})

test('a message with too long HTML is shown as typed, and still mentions people', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const content = `@**otto** <b>\n${'$$x$$ '.repeat(1600)}`
  const { rendered } = await t.as(iris).call(renderMessage, { content })
  expect(rendered).toBe(`<p>@**otto** &lt;b&gt;<br>\n${'$$x$$ '.repeat(1600)}</p>`)
  const { id } = await t
    .as(iris)
    .call(sendMessage, { type: 'channel', to: channel.id, topic: 'sums', content })
  const { messages } = await t.as(otto).call(getMessages, { message_ids: [id] })
  expect(messages[0]?.content).toMatch(/^<p>@\*\*otto\*\* &lt;b&gt;<br>/)
  expect(messages[0]?.flags).toContain('mentioned')
})

test('only the newest versions of a message that was edited a hundred times are kept and shown', async () => {
  const { t, iris, otto, ids } = await scene(1)
  const [message_id = 0] = ids
  for (let nth = 0; nth < 12; nth++)
    await t.as(iris).call(updateMessage, { message_id, content: `${long} ${nth}` })
  const { message_history } = await t.as(otto).call(getMessageHistory, { message_id })
  expect(message_history.length).toBeGreaterThan(3)
  expect(message_history.length).toBeLessThan(12)
  expect(message_history.at(-1)?.content).toBe(`${long} 11`)
  expect(message_history.at(-2)?.content).toBe(`${long} 10`)
})
