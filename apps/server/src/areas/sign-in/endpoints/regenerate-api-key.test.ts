import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { regenerateApiKey } from '@tagma/contract/endpoints/users/regenerate-api-key.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

test('a new API key is the only one that works', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { api_key } = await t.as(iris).call(regenerateApiKey, {})
  expect(await t.as(iris).refusal(getOwnUser, {})).toMatchObject({ code: 'INVALID_API_KEY' })
  expect((await t.as({ ...iris, apiKey: api_key }).call(getOwnUser, {})).user_id).toBe(iris.id)
})

test('a poll that waits while the key is replaced gets no later events', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { queue_id, last_event_id } = await t.as(iris).call(registerQueue, { event_types: ['message'] })
  const queue = { queue_id: queue_id ?? '', last_event_id }
  const before = t.app.services.live.events.load.parked
  const parked = t.as(iris).refusal(getEvents, queue)
  while (t.app.services.live.events.load.parked === before) await new Promise(setImmediate)
  const { api_key: apiKey } = await t.as(iris).call(regenerateApiKey, {})
  await t.given.message(otto, [iris], { content: 'for iris alone' })
  expect(await parked).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  expect(await t.as({ ...iris, apiKey }).refusal(getEvents, queue)).toMatchObject({
    code: 'BAD_EVENT_QUEUE_ID',
  })
})
