import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

test('unread messages in the empty topic name it for clients that do not know it', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const plain = await t.given.message(iris, channel, { topic: '' })
  const named = await t.given.message(iris, channel, { topic: 'colors' })
  const messages = [plain, named]
  await t.as(otto).call(updateMessageFlags, { messages, op: 'add', flag: 'read' })
  const register = (empty_topic_name: boolean) =>
    t.as(otto).call(registerQueue, {
      event_types: ['update_message_flags'],
      client_capabilities: { empty_topic_name },
    })
  const queues = [await register(true), await register(false)]
  await t.as(otto).call(updateMessageFlags, { messages, op: 'remove', flag: 'read' })
  const details = []
  for (const { queue_id, last_event_id } of queues) {
    const { events } = await t
      .as(otto)
      .call(getEvents, { queue_id: queue_id ?? '', last_event_id, dont_block: true })
    details.push(events.map((event) => event.message_details))
  }
  const place = { type: 'stream', stream_id: channel.id }
  const other = { ...place, topic: 'colors' }
  expect(details).toEqual([
    [{ [plain]: { ...place, topic: '' }, [named]: other }],
    [{ [plain]: { ...place, topic: 'general chat' }, [named]: other }],
  ])
})
