import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { setTypingStatus } from '@tagma/contract/endpoints/messages/set-typing-status.ts'
import { expect, test } from 'vitest'
import { type Account, testApp, type TestApp } from '#test/app.ts'

/** Collects the topics of the typing events that a client gets from now on. */
async function listen(t: TestApp, user: Account, empty_topic_name: boolean) {
  const { queue_id, last_event_id } = await t.as(user).call(registerQueue, {
    event_types: ['typing'],
    client_capabilities: { stream_typing_notifications: true, empty_topic_name },
  })
  const poll = { queue_id: queue_id ?? '', last_event_id, dont_block: true }
  // Typing has no row in the log: only queues that already listen get it.
  await t.as(user).call(getEvents, poll)
  return async () => (await t.as(user).call(getEvents, poll)).events.map(({ topic }) => topic)
}

test('the empty topic has several names, and each client gets the one it knows', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { id } = await t.given.channel([iris, otto])
  const [modern, older] = [await listen(t, otto, true), await listen(t, otto, false)]
  for (const topic of ['', '(no topic)', 'general chat', 'lunch'])
    await t.as(iris).call(setTypingStatus, { type: 'channel', op: 'start', stream_id: id, topic })
  expect(await modern()).toEqual(['', '', '', 'lunch'])
  expect(await older()).toEqual(['general chat', 'general chat', 'general chat', 'lunch'])
})
