import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

test.each([
  ['in a topic whose name is written in other letters', { type: 'channel', to: 'design', topic: 'COLORS' }],
  ['in a new topic', { type: 'channel', to: 'design', topic: 'Fonts' }],
  ['in a topic without a name', { type: 'channel', to: 'design', topic: '' }],
  ['to several people', { type: 'direct', to: 'otto, iris' }],
] as const)('a message %s looks the same in its event as when it is fetched', async (_, destination) => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await t.given.channel([iris, otto], { name: 'design' })
  // Gives the topic a history; a new message has no part in it.
  const first = await t
    .as(iris)
    .call(sendMessage, { type: 'channel', to: 'design', topic: 'hues', content: '1' })
  await t
    .as(iris)
    .call(updateMessage, { message_id: first.id, topic: 'Colors', propagate_mode: 'change_all' })
  const to = destination.type === 'direct' ? [otto.email] : destination.to
  const { queue_id, last_event_id } = await t
    .as(otto)
    .call(registerQueue, { event_types: ['message'], fetch_event_types: [], apply_markdown: true })
  const poll = { queue_id: queue_id ?? '', last_event_id, dont_block: true }
  // From here on, the queue shapes events as they happen.
  await t.as(otto).call(getEvents, poll)
  for (const content of ['**bold** & plain', 'plain <text>', '/poll Which?\nred\nblue', '/me waits']) {
    const { id } = await t.as(iris).call(sendMessage, { ...destination, to, content })
    const { messages } = await t
      .as(otto)
      .call(getMessages, { anchor: id, num_before: 0, num_after: 0, client_gravatar: true })
    const { events } = await t.as(otto).call(getEvents, poll)
    const event = events.at(-1) as unknown as { message: object; flags: string[] }
    const [fetched] = messages
    expect({ ...event.message, flags: event.flags }).toEqual(fetched)
    expect(fetched?.id).toBe(id)
  }
})
