import { e2eeTestNotify } from '@tagma/contract/endpoints/push/e2ee-test-notify.ts'
import { registerClientDevice } from '@tagma/contract/endpoints/push/register-client-device.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { givenPhone } from '#test/given-phone.ts'
import { decryptedPushes, pushKey, pushRelay, relayMoods, relaySettings } from '#test/push-relay.ts'

const relay = await pushRelay()
afterAll(() => relay.close())
beforeEach(() => {
  relay.mood = relayMoods.fine
  relay.calls.length = 0
})
const withRelay = () => testApp({ ...relaySettings(relay), TAGMA_PUSH_TIMEOUT_SECONDS: '1' })

test('a test notification reaches the phone, and only the phone can read it', async () => {
  const t = await withRelay()
  const { iris } = await t.given.members('iris')
  const android = await givenPhone(t, iris, 1)
  await givenPhone(t, iris, 2, 'apns')
  relay.calls.length = 0
  await t.as(iris).call(e2eeTestNotify, { device_id: android })
  const expected = {
    realm_name: t.directory.organization.name,
    realm_url: `http://${t.host}`,
    time: Math.floor(t.clock.now() / 1000),
    type: 'test',
    user_id: iris.id,
  }
  expect(relay.calls).toMatchObject([
    {
      path: 'e2ee/notify',
      authorization: `Basic ${btoa('server:secret')}`,
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      body: {
        realm_uuid: t.directory.organization.uuid,
        push_requests: [{ token_id: 'AQEBAQEBAQE=', fcm_priority: 'high', payload: { push_key_id: 1 } }],
      },
    },
  ])
  expect(decryptedPushes(relay, pushKey(1))).toEqual([expected])
  expect(() => decryptedPushes(relay, pushKey(2))).toThrow('invalid tag')

  relay.calls.length = 0
  await t.as(iris).call(e2eeTestNotify, {})
  expect(relay.calls.flatMap((call) => call.body.push_requests)).toMatchObject([
    { token_id: 'AQEBAQEBAQE=' },
    {
      token_id: 'AgICAgICAgI=',
      http_headers: { apns_priority: 10, apns_push_type: 'alert' },
      payload: { push_key_id: 2 },
    },
  ])
  // A relay accepts numbers and objects in `aps`, but not texts.
  const [, apple] = relay.calls.flatMap((call) => call.body.push_requests as { payload: { aps: object } }[])
  expect(apple?.payload.aps).toEqual({ 'mutable-content': 1, alert: { title: 'New notification' } })
})

test('a user without a registered device, or with another one, learns it', async () => {
  const t = await withRelay()
  const { iris, otto } = await t.given.members('iris', 'otto')
  expect((await t.as(iris).refusal(e2eeTestNotify, {})).code).toBe('NO_ACTIVE_PUSH_DEVICE')
  const { device_id } = await t.as(iris).call(registerClientDevice, {})
  expect((await t.as(iris).refusal(e2eeTestNotify, { device_id })).code).toBe('NO_ACTIVE_PUSH_DEVICE')
  const ottos = await givenPhone(t, otto)
  expect((await t.as(iris).refusal(e2eeTestNotify, { device_id: ottos })).code).toBe('NO_ACTIVE_PUSH_DEVICE')
})

test.each([
  [{ status: 401, body: { code: 'INVALID_ZULIP_SERVER' } }, 'ADMIN_ACTION_REQUIRED', 403],
  [{ status: 402 }, 'ADMIN_ACTION_REQUIRED', 403],
  [{ status: 400, body: { code: 'PUSH_NOTIFICATIONS_DISALLOWED' } }, 'ADMIN_ACTION_REQUIRED', 403],
  [{ status: 403, body: { code: 'MISSING_REMOTE_REALM' } }, 'ADMIN_ACTION_REQUIRED', 403],
  [{ status: 302 }, 'ADMIN_ACTION_REQUIRED', 403],
  [{ status: 500 }, 'INTERNAL_SERVER_ERROR_ON_BOUNCER', 502],
  [{ status: 503 }, 'INTERNAL_SERVER_ERROR_ON_BOUNCER', 502],
  ['reset', 'FAILED_TO_CONNECT_BOUNCER', 502],
  ['silent', 'FAILED_TO_CONNECT_BOUNCER', 502],
] as const)('a relay that answers %o is told of as %s', async (mood, code, status) => {
  const t = await withRelay()
  const { iris } = await t.given.members('iris')
  await givenPhone(t, iris)
  relay.mood = mood
  const refusal = await t.as(iris).refusal(e2eeTestNotify, {})
  expect([refusal.code, refusal.status]).toEqual([code, status])
})

test('an unreachable relay is reported as such', async () => {
  const other = await pushRelay()
  const t = await testApp(relaySettings(other))
  const { iris } = await t.given.members('iris')
  await givenPhone(t, iris)
  await other.close()
  expect((await t.as(iris).refusal(e2eeTestNotify, {})).code).toBe('FAILED_TO_CONNECT_BOUNCER')
})

test('a token that the relay calls dead is forgotten', async () => {
  const t = await withRelay()
  const { iris } = await t.given.members('iris')
  await givenPhone(t, iris)
  relay.mood = { status: 200, body: { delete_token_ids: ['AQEBAQEBAQE='] } }
  expect((await t.as(iris).refusal(e2eeTestNotify, {})).code).toBe('NO_ACTIVE_PUSH_DEVICE')
  relay.mood = relayMoods.fine
  relay.calls.length = 0
  expect((await t.as(iris).refusal(e2eeTestNotify, {})).code).toBe('NO_ACTIVE_PUSH_DEVICE')
  expect(relay.calls).toEqual([])
})
