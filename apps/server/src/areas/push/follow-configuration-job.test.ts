import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { addFcmToken } from '@tagma/contract/endpoints/push/add-fcm-token.ts'
import { e2eeTestNotify } from '@tagma/contract/endpoints/push/e2ee-test-notify.ts'
import { testNotify } from '@tagma/contract/endpoints/push/test-notify.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { PushFailure } from '#ports/push-sender.ts'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'
import { givenPhone } from '#test/given-phone.ts'
import { pushRelay, relayMoods, relaySettings } from '#test/push-relay.ts'
import { followConfigurationJob } from './follow-configuration-job.ts'
import { noteStanding, standingAfter } from './note-standing.ts'

const relay = await pushRelay()
afterAll(() => relay.close())
beforeEach(() => {
  relay.mood = relayMoods.fine
})

const standing = async (t: TestApp, user: Account) => {
  const { realm_push_notifications_enabled, realm_push_notifications_enabled_end_timestamp } = await t
    .as(user)
    .call(registerQueue, { fetch_event_types: ['realm'] })
  return [realm_push_notifications_enabled, realm_push_notifications_enabled_end_timestamp]
}
const update = (property: string, value: boolean | number | null) => ({
  type: 'realm',
  op: 'update',
  property,
  value,
})

test('without a push service, clients learn that there are no notifications', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  expect(await standing(t, iris)).toEqual([false, null])
})

test('clients learn when the server’s push service is set up or removed', async () => {
  const t = await testApp(relaySettings(relay))
  const { iris } = await t.given.members('iris')
  expect(await standing(t, iris)).toEqual([true, null])
  const follow = (services = t.app.services) => followConfigurationJob.run(services, t.organizationId)
  const received = await converge(t, [iris], () => follow())
  expect(received.get(iris.id)).toMatchObject([update('push_notifications_enabled', true)])
  const again = await converge(t, [iris], () => follow())
  expect(again.get(iris.id)).toEqual([])

  // The next process has no relay.
  await follow({
    ...t.app.services,
    outside: { ...t.app.services.outside, pushSender: undefined },
  })
  expect(t.directory.organization.push).toEqual({ state: 'off', until: null })
})

test('a relay is believed if it refuses the organization, or says when it will', async () => {
  const t = await testApp(relaySettings(relay))
  const { iris, otto } = await t.given.members('iris', 'otto')
  await givenPhone(t, iris)
  await followConfigurationJob.run(t.app.services, t.organizationId)

  const end = 1_900_000_000
  relay.mood = {
    status: 200,
    body: { realm_push_status: { can_push: true, expected_end_timestamp: end } },
  }
  const warned = await converge(t, [otto], () => t.as(iris).call(e2eeTestNotify, {}))
  expect(warned.get(otto.id)).toMatchObject([update('push_notifications_enabled_end_timestamp', end)])
  expect(await standing(t, otto)).toEqual([true, end])

  relay.mood = { status: 403, body: { code: 'MISSING_REMOTE_REALM' } }
  const ended = await converge(t, [otto], () => t.as(iris).refusal(e2eeTestNotify, {}))
  expect(ended.get(otto.id)).toMatchObject([
    update('push_notifications_enabled', false),
    update('push_notifications_enabled_end_timestamp', null),
  ])

  // A failing relay says nothing about the organization, and neither does a restart.
  relay.mood = { status: 500 }
  await t.as(iris).refusal(e2eeTestNotify, {})
  await followConfigurationJob.run(t.app.services, t.organizationId)
  expect(await standing(t, otto)).toEqual([false, null])

  relay.mood = relayMoods.fine
  const back = await converge(t, [otto], () => t.as(iris).call(e2eeTestNotify, {}))
  expect(back.get(otto.id)).toMatchObject([update('push_notifications_enabled', true)])
})

test('a relay says the same to clients that do not encrypt, in its own words; other failures say nothing', async () => {
  const t = await testApp(relaySettings(relay))
  const { iris } = await t.given.members('iris')
  await followConfigurationJob.run(t.app.services, t.organizationId)
  await t.as(iris).call(addFcmToken, { token: 'android' })
  const end = 1_900_000_000
  relay.mood = { status: 200, body: { realm: { can_push: true, expected_end_timestamp: end } } }
  await t.as(iris).call(testNotify, {})
  expect(await standing(t, iris)).toEqual([true, end])

  relay.mood = { status: 400, body: { code: 'BAD_REQUEST', msg: 'What is this?' } }
  expect((await t.as(iris).refusal(testNotify, {})).code).toBe('ADMIN_ACTION_REQUIRED')
  expect(await standing(t, iris)).toEqual([true, end])

  relay.mood = { status: 400, body: { code: 'PUSH_NOTIFICATIONS_DISALLOWED' } }
  expect((await t.as(iris).refusal(testNotify, {})).code).toBe('ADMIN_ACTION_REQUIRED')
  expect(await standing(t, iris)).toEqual([false, null])
})

test('without a relay, the refusal of one service does not switch off the others', async () => {
  const t = await testApp(relaySettings(relay))
  const { iris } = await t.given.members('iris')
  await givenPhone(t, iris)
  await followConfigurationJob.run(t.app.services, t.organizationId)
  relay.mood = { status: 403, body: { code: 'MISSING_REMOTE_REALM' } }
  await t.as(iris).refusal(e2eeTestNotify, {})
  expect(await standing(t, iris)).toEqual([false, null])

  // The next process talks to Apple and Google directly.
  const { config } = t.app.services
  const services = { ...t.app.services, config: { ...config, push: { ...config.push, relay: undefined } } }
  await followConfigurationJob.run(services, t.organizationId)
  expect(await standing(t, iris)).toEqual([true, null])
  await noteStanding(services, t.organizationId, standingAfter(new PushFailure('refused', 'a wrong key')))
  expect(await standing(t, iris)).toEqual([true, null])

  // The end that a relay has announced does not apply any more.
  await noteStanding(t.app.services, t.organizationId, { isServed: true, until: 1_900_000_000 })
  await followConfigurationJob.run(services, t.organizationId)
  expect(await standing(t, iris)).toEqual([true, null])
})
