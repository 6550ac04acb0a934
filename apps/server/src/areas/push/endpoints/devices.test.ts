import { createHash } from 'node:crypto'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { addFcmToken } from '@tagma/contract/endpoints/push/add-fcm-token.ts'
import { registerClientDevice } from '@tagma/contract/endpoints/push/register-client-device.ts'
import { registerPushDevice } from '@tagma/contract/endpoints/push/register-push-device.ts'
import { removeClientDevice } from '@tagma/contract/endpoints/push/remove-client-device.ts'
import { removeFcmToken } from '@tagma/contract/endpoints/push/remove-fcm-token.ts'
import { regenerateApiKey } from '@tagma/contract/endpoints/users/regenerate-api-key.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'
import { firstRegistration, givenPhone } from '#test/given-phone.ts'
import { pushKey, pushRelay, relayMoods, relaySettings } from '#test/push-relay.ts'
import { registerPushesJob } from '../register-pushes-job.ts'

const relay = await pushRelay()
afterAll(() => relay.close())
beforeEach(() => {
  relay.mood = relayMoods.fine
  relay.calls.length = 0
})

const withRelay = () => testApp(relaySettings(relay))
const register = (t: TestApp) => registerPushesJob.run(t.app.services, t.organizationId)
const devicesOf = async (t: TestApp, user: Account) =>
  (await t.as(user).call(registerQueue, { fetch_event_types: ['device'] })).devices

test('devices are added and removed, and only their user learns of it', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const guest = await t.given.user('guest', { role: 'guest' })
  let id = 0
  const added = await converge(t, [iris, otto, guest], async () => {
    id = (await t.as(iris).call(registerClientDevice, {})).device_id
    await t.as(guest).call(registerClientDevice, {})
  })
  expect(added.get(iris.id)).toMatchObject([{ type: 'device', op: 'add', device_id: id }])
  expect(added.get(otto.id)).toEqual([])
  expect((await t.as(otto).refusal(removeClientDevice, { device_id: id })).message).toContain('device_id')
  await converge(t, [iris, otto], () => t.as(iris).call(removeClientDevice, { device_id: id }))
  expect(await devicesOf(t, iris)).toEqual({})
  expect((await t.as(iris).refusal(removeClientDevice, { device_id: id })).code).toBe('BAD_REQUEST')
})

test('bots have no devices', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const bot = await t.given.bot('helper', iris)
  expect((await t.as(bot).refusal(registerClientDevice, {})).code).toBe('BAD_REQUEST')
})

test('a registration reaches the relay, and its result the user’s clients', async () => {
  const t = await withRelay()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { device_id } = await t.as(iris).call(registerClientDevice, {})
  const first = firstRegistration(device_id)
  await converge(t, [iris, otto], () => t.as(iris).call(registerPushDevice, first))
  const now = Math.floor(t.clock.now() / 1000)
  expect(await devicesOf(t, iris)).toEqual({
    [device_id]: {
      push_key_id: 1,
      push_token_id: null,
      pending_push_token_id: 'AQEBAQEBAQE=',
      push_token_last_updated_timestamp: now,
      push_registration_error_code: null,
    },
  })
  const settled = await converge(t, [iris, otto], () => register(t))
  expect(settled.get(iris.id)).toMatchObject([
    { type: 'device', op: 'update', push_token_id: 'AQEBAQEBAQE=', pending_push_token_id: null },
  ])
  expect(relay.calls).toEqual([
    {
      path: 'e2ee/register',
      authorization: `Basic ${btoa('server:secret')}`,
      key: '',
      body: {
        realm_uuid: t.directory.organization.uuid,
        token_id: 'AQEBAQEBAQE=',
        bouncer_public_key: 'public key',
        encrypted_push_registration: 'sealed',
      },
      isTaken: true,
    },
  ])
  // The client has not received the answer and asks again.
  await t.as(iris).call(registerPushDevice, first)
  await register(t)
  expect(relay.calls).toHaveLength(1)
})

test('key and token are replaced separately', async () => {
  const t = await withRelay()
  const { iris } = await t.given.members('iris')
  const id = await givenPhone(t, iris)
  await converge(t, [iris], () =>
    t.as(iris).call(registerPushDevice, { device_id: id, push_key_id: 7, push_key: pushKey(7) }),
  )
  const { push_key: _key, push_key_id: _keyId, ...token } = firstRegistration(id, 2)
  await converge(t, [iris], () => t.as(iris).call(registerPushDevice, token))
  expect((await devicesOf(t, iris))?.[id]).toMatchObject({
    push_key_id: 7,
    push_token_id: 'AQEBAQEBAQE=',
    pending_push_token_id: 'AgICAgICAgI=',
  })
  expect((await t.as(iris).refusal(registerPushDevice, firstRegistration(id, 3))).message).toContain(
    'under way',
  )
  await converge(t, [iris], () => register(t))
  expect((await devicesOf(t, iris))?.[id]).toMatchObject({
    push_key_id: 7,
    push_token_id: 'AgICAgICAgI=',
    pending_push_token_id: null,
  })
})

test.each(['INVALID_BOUNCER_PUBLIC_KEY', 'INVALID_ENCRYPTED_PUSH_REGISTRATION', 'REQUEST_EXPIRED'])(
  'a relay that answers %s ends the registration, and another can be made',
  async (code) => {
    const t = await withRelay()
    const { iris } = await t.given.members('iris')
    relay.mood = { status: 400, body: { result: 'error', code } }
    const id = await givenPhone(t, iris)
    expect((await devicesOf(t, iris))?.[id]).toMatchObject({
      push_token_id: null,
      push_registration_error_code: code,
    })
    relay.mood = relayMoods.fine
    await t.as(iris).call(registerPushDevice, firstRegistration(id))
    await converge(t, [iris], () => register(t))
    expect((await devicesOf(t, iris))?.[id]).toMatchObject({
      push_token_id: 'AQEBAQEBAQE=',
      push_registration_error_code: null,
    })
  },
)

test('a registration waits up to a day for an unreachable relay', async () => {
  const t = await withRelay()
  const { iris, otto } = await t.given.members('iris', 'otto')
  relay.mood = 'reset'
  const id = await givenPhone(t, iris)
  await register(t)
  expect(relay.calls, 'not again at once').toHaveLength(1)
  t.clock.advance({ minutes: 1 })
  relay.mood = relayMoods.fine
  await register(t)
  expect((await devicesOf(t, iris))?.[id]?.push_token_id).toBe('AQEBAQEBAQE=')

  relay.mood = { status: 500 }
  const late = await givenPhone(t, otto, 2)
  t.clock.advance({ days: 1 })
  await register(t)
  expect((await devicesOf(t, otto))?.[late]?.push_registration_error_code).toBe('REQUEST_EXPIRED')
})

test('an invalid registration is refused and says why', async () => {
  const t = await withRelay()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { device_id } = await t.as(iris).call(registerClientDevice, {})
  const whole = firstRegistration(device_id)
  const { push_key_id, push_key, ...token } = whole
  const refusals: [Parameters<typeof tryIt>[0], RegExp][] = [
    [{ device_id }, /Missing parameters/],
    [{ device_id, push_key_id }, /Missing parameters/],
    [{ device_id, push_key_id, push_key }, /rotate the key/],
    [token, /rotate the token/],
    [{ ...whole, push_key: 'AAAA' }, /push_key/],
    [{ ...whole, push_key: pushKey(1).replace('M', 'N') }, /push_key/],
    [{ ...whole, push_key: `${pushKey(1)}!` }, /push_key/],
    [{ ...whole, token_id: 'AAAA' }, /token_id/],
    [{ ...whole, push_key_id: 2 ** 32 }, /push_key_id/],
    [{ ...whole, push_key_id: -1 }, /push_key_id/],
  ]
  const tryIt = (args: Partial<typeof whole> & { device_id: number }) =>
    t.as(iris).refusal(registerPushDevice, args)
  for (const [args, reason] of refusals) expect((await tryIt(args)).message).toMatch(reason)
  expect((await t.as(otto).refusal(registerPushDevice, whole)).message).toContain('device_id')
  expect(relay.calls).toEqual([])
})

test('without a relay nothing can be registered', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { device_id } = await t.as(iris).call(registerClientDevice, {})
  const { code } = await t.as(iris).refusal(registerPushDevice, firstRegistration(device_id))
  expect(code).toBe('PUSH_SERVICE_NOT_CONFIGURED')
})

test('an encrypted registration removes the unencrypted one of its token', async () => {
  const t = await withRelay()
  const { iris } = await t.given.members('iris')
  await t.as(iris).call(addFcmToken, { token: 'the token' })
  await t.as(iris).call(addFcmToken, { token: 'another token' })
  const { device_id } = await t.as(iris).call(registerClientDevice, {})
  const token_id = createHash('sha256').update('the token').digest().subarray(0, 8).toString('base64')
  await t.as(iris).call(registerPushDevice, { ...firstRegistration(device_id), token_id })
  await register(t)
  expect((await t.as(iris).refusal(removeFcmToken, { token: 'the token' })).message).toBe(
    'Token does not exist',
  )
  await t.as(iris).call(removeFcmToken, { token: 'another token' })
})

test('a new API key removes everything that was registered', async () => {
  const t = await withRelay()
  const { iris } = await t.given.members('iris')
  await givenPhone(t, iris)
  await t.as(iris).call(addFcmToken, { token: 'the token' })
  const { api_key: apiKey } = await t.as(iris).call(regenerateApiKey, {})
  const renewed = { ...iris, apiKey }
  expect(await devicesOf(t, renewed)).toEqual({})
  expect((await t.as(renewed).refusal(removeFcmToken, { token: 'the token' })).code).toBe('BAD_REQUEST')
})
