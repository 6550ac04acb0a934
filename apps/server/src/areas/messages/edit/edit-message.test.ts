import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '#test/app.ts'
import { mostTries } from './edit-message.ts'

/** Moves two of three messages while somebody else writes into their topic, before each of the first `disturbed` tries. */
async function moveAmongWriters(disturbed: number) {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const place = { topic: 'lunch' }
  await t.given.message(iris, channel, place)
  const second = await t.given.message(iris, channel, place)
  await t.given.message(iris, channel, place)

  const { data } = t.app.services
  const transact = data.transact.bind(data)
  let tries = 0
  let isOther = false
  const spy = vi.spyOn(data, 'transact').mockImplementation(async (...args) => {
    if (!isOther && ++tries <= disturbed) {
      isOther = true
      await t.given.message(otto, channel, place)
      isOther = false
    }
    return transact(...args)
  })
  // The server outlives the test.
  onTestFinished(() => spy.mockRestore())
  const move = { message_id: second, topic: 'dinner', propagate_mode: 'change_later' as const }
  const asked = { ...move, send_notification_to_new_thread: true }
  const topics = async () => {
    const { messages } = await t.as(iris).call(getMessages, {
      anchor: 'oldest',
      num_before: 0,
      num_after: 100,
      narrow: [{ operator: 'channel', operand: channel.id }],
      apply_markdown: false,
    })
    return messages.map(({ subject, content }) => [subject, content.replace(/ by .*/, '')])
  }
  return { t, iris, asked, topics, tries: () => tries }
}

test('a move says how many messages it has moved, those that came meanwhile included', async () => {
  const { t, iris, asked, topics } = await moveAmongWriters(2)
  await t.as(iris).call(updateMessage, asked)
  const moved = (await topics()).filter(([topic]) => topic === 'dinner')
  expect(moved).toHaveLength(5)
  expect(moved.at(-1)?.[1]).toMatch(/^4 messages were moved here from/)
})

test('a move is given up after some tries where others never stop writing, and nothing of it is kept', async () => {
  const { t, iris, asked, topics, tries } = await moveAmongWriters(Infinity)
  expect(await t.as(iris).refusal(updateMessage, asked)).toMatchObject({
    code: 'SERVER_UNAVAILABLE',
    message: 'Nothing was moved, because others changed the topic at the same time. Try again in a moment.',
  })
  expect(tries()).toBe(mostTries)
  expect((await topics()).filter(([topic]) => topic !== 'lunch')).toEqual([])
})
