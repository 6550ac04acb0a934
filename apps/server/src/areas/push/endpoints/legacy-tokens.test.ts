import { addApnsToken } from '@tagma/contract/endpoints/push/add-apns-token.ts'
import { addFcmToken } from '@tagma/contract/endpoints/push/add-fcm-token.ts'
import { removeApnsToken } from '@tagma/contract/endpoints/push/remove-apns-token.ts'
import { removeFcmToken } from '@tagma/contract/endpoints/push/remove-fcm-token.ts'
import { testNotify } from '@tagma/contract/endpoints/push/test-notify.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { pushRelay, relayMoods, relaySettings } from '#test/push-relay.ts'

const relay = await pushRelay()
afterAll(() => relay.close())
beforeEach(() => {
  relay.mood = relayMoods.fine
  relay.calls.length = 0
})

test('tokens are added, a second time without effect, and removed once', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  for (const _ of [1, 2]) {
    await t.as(iris).call(addApnsToken, { token: 'c0ffee', appid: 'org.zulip.Zulip' })
    await t.as(iris).call(addFcmToken, { token: 'android' })
  }
  expect((await t.as(otto).refusal(removeApnsToken, { token: 'c0ffee' })).message).toBe(
    'Token does not exist',
  )
  await t.as(iris).call(removeApnsToken, { token: 'c0ffee' })
  await t.as(iris).call(removeFcmToken, { token: 'android' })
  expect((await t.as(iris).refusal(removeFcmToken, { token: 'android' })).message).toBe(
    'Token does not exist',
  )
})

test('Apple’s tokens are the same in capitals, and ring once', async () => {
  const t = await testApp(relaySettings(relay))
  const { iris } = await t.given.members('iris')
  await t.as(iris).call(addApnsToken, { token: 'C0FFEE', appid: 'org.zulip.Zulip' })
  await t.as(iris).call(addApnsToken, { token: 'c0ffee', appid: 'org.zulip.Zulip' })
  await t.as(iris).call(testNotify, { token: 'C0ffee' })
  expect(relay.calls.map(({ path }) => path)).toEqual(['register', 'notify'])
  await t.as(iris).call(removeApnsToken, { token: 'C0FFEE' })
  expect((await t.as(iris).refusal(testNotify, {})).code).toBe('INVALID_PUSH_DEVICE_TOKEN')
})

test('invalid tokens are refused', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  for (const token of ['', 'a'.repeat(4097)]) {
    const reasons = [
      await t.as(iris).refusal(addApnsToken, { token, appid: 'a' }),
      await t.as(iris).refusal(addFcmToken, { token }),
      await t.as(iris).refusal(removeApnsToken, { token }),
      await t.as(iris).refusal(removeFcmToken, { token }),
    ].map((error) => error.message)
    expect(new Set(reasons)).toEqual(new Set(['Empty or invalid length token']))
  }
  for (const token of ['xyz', 'abc', '0x12'])
    expect((await t.as(iris).refusal(addApnsToken, { token, appid: 'a' })).message).toBe('Invalid APNS token')
  expect((await t.as(iris).refusal(addApnsToken, { token: 'c0ffee', appid: ' ' })).message).toContain('appid')
})

test('a test notification goes to the tokens of clients that do not encrypt', async () => {
  const t = await testApp(relaySettings(relay))
  const { iris } = await t.given.members('iris')
  expect((await t.as(iris).refusal(testNotify, {})).code).toBe('INVALID_PUSH_DEVICE_TOKEN')
  await t.as(iris).call(addApnsToken, { token: 'c0ffee', appid: 'org.zulip.Zulip' })
  await t.as(iris).call(addFcmToken, { token: 'android' })
  await t.as(iris).call(testNotify, { token: 'android' })
  expect(relay.calls.map((call) => call.path)).toEqual(['register', 'notify'])
  expect(relay.calls[1]?.body).toMatchObject({
    android_devices: ['android'],
    apple_devices: [],
    gcm_payload: {
      event: 'test',
      server: t.host,
      realm_id: String(t.organizationId),
      realm_name: t.directory.organization.name,
      realm_uri: `http://${t.host}`,
      realm_url: `http://${t.host}`,
      user_id: String(iris.id),
      time: String(Math.floor(t.clock.now() / 1000)),
    },
  })
  await t.as(iris).call(testNotify, {})
  const notified = relay.calls.filter((call) => call.path === 'notify')
  expect(notified).toHaveLength(3)
  // A relay wraps everything outside `custom` into `aps` itself.
  expect(notified.find((call) => (call.body.apple_devices as string[]).length > 0)?.body).toMatchObject({
    apple_devices: ['c0ffee'],
    apns_payload: {
      alert: { title: 'Test notification', body: `This is a test notification from http://${t.host}.` },
      sound: 'default',
      custom: { zulip: { event: 'test', user_id: iris.id } },
    },
  })
  expect((await t.as(iris).refusal(testNotify, { token: 'unknown' })).code).toBe('INVALID_PUSH_DEVICE_TOKEN')

  relay.mood = { status: 200, body: { deleted_devices: { android_devices: ['android'] } } }
  const dead = await t.as(iris).refusal(testNotify, { token: 'android' })
  expect(dead.code).toBe('INVALID_REMOTE_PUSH_DEVICE_TOKEN')
  expect((await t.as(iris).refusal(removeFcmToken, { token: 'android' })).message).toBe(
    'Token does not exist',
  )

  relay.mood = relayMoods.fine
  await t.given.settings({ require_e2ee_push_notifications: true })
  expect((await t.as(iris).refusal(testNotify, {})).message).toContain('encrypted notifications only')
})

test('a relay that notifies all tokens of a user rings each of them once', async () => {
  const t = await testApp(relaySettings(relay))
  const { iris } = await t.given.members('iris')
  const tokens = ['one', 'two']
  for (const token of tokens) await t.as(iris).call(addFcmToken, { token })
  await t.as(iris).call(testNotify, {})
  const bodies = (path: string) => relay.calls.filter((call) => call.path === path).map(({ body }) => body)
  const registered = new Map(bodies('register').map((body) => [body.user_uuid, body.token]))
  expect([...registered.values()]).toEqual(tokens)
  expect(bodies('notify').map((body) => [registered.get(body.user_uuid)])).toEqual(
    bodies('notify').map((body) => body.android_devices),
  )
  for (const uuid of registered.keys())
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  // A relay notifies all tokens it knows of a user id together.
  for (const body of [...bodies('register'), ...bodies('notify')]) expect(body).not.toHaveProperty('user_id')
})

test('a token that the relay called dead can be registered again', async () => {
  const t = await testApp(relaySettings(relay))
  const { iris } = await t.given.members('iris')
  await t.as(iris).call(addFcmToken, { token: 'back again' })
  relay.mood = { status: 200, body: { deleted_devices: { android_devices: ['back again'] } } }
  await t.as(iris).refusal(testNotify, {})
  relay.mood = relayMoods.fine
  await t.as(iris).call(addFcmToken, { token: 'back again' })
  await t.as(iris).call(testNotify, {})
  expect(relay.calls.map(({ path }) => path)).toEqual(['register', 'notify', 'register', 'notify'])
})

test('a server without a push service says so', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  await t.as(iris).call(addFcmToken, { token: 'android' })
  expect((await t.as(iris).refusal(testNotify, {})).code).toBe('PUSH_SERVICE_NOT_CONFIGURED')
})
