import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { addApnsToken } from '@tagma/contract/endpoints/push/add-apns-token.ts'
import { addFcmToken } from '@tagma/contract/endpoints/push/add-fcm-token.ts'
import { addWebPushSubscription } from '@tagma/contract/endpoints/push/add-web-push-subscription.ts'
import { getPushDevices } from '@tagma/contract/endpoints/push/get-push-devices.ts'
import { getWebPush } from '@tagma/contract/endpoints/push/get-web-push.ts'
import { registerClientDevice } from '@tagma/contract/endpoints/push/register-client-device.ts'
import { registerPushDevice } from '@tagma/contract/endpoints/push/register-push-device.ts'
import { removeOlderPhone } from '@tagma/contract/endpoints/push/remove-older-phone.ts'
import { removeWebPushSubscription } from '@tagma/contract/endpoints/push/remove-web-push-subscription.ts'
import { restoreWebPushSubscription } from '@tagma/contract/endpoints/push/restore-web-push-subscription.ts'
import { testPushDevices } from '@tagma/contract/endpoints/push/test-push-devices.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { notifyJob } from '#areas/notifications/notify-job.ts'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { browserPushService, SubscribedBrowser } from '#test/browser-push-service.ts'
import { TestBrowser } from '#test/browser.ts'
import { converge } from '#test/converge.ts'
import { firstRegistration, givenPhone } from '#test/given-phone.ts'
import { pushRelay, relayMoods, relaySettings } from '#test/push-relay.ts'
import { appOf } from './app-of.ts'
import { sendPushesJob } from './send-pushes-job.ts'

const [service, relay] = await Promise.all([browserPushService(), pushRelay()])
afterAll(() => Promise.all([service.close(), relay.close()]))
beforeEach(() => {
  service.status = 201
  service.calls.length = 0
  relay.mood = relayMoods.fine
  relay.calls.length = 0
})

const withServices = () => testApp({ ...relaySettings(relay), TAGMA_OUTGOING_ALLOW: '127.0.0.1' })

const devicesOf = async (t: TestApp, user: Account) => (await t.as(user).call(getPushDevices, {})).devices
const now = ({ clock }: TestApp) => Math.floor(clock.now() / 1000)
const told = { type: 'tagma_push_devices' }

/** Subscribes in a session of its own. Returns the subscription's id. */
async function subscribed(t: TestApp, user: Account, name = 'desk'): Promise<number> {
  await t.as(user).call(getWebPush, {})
  const { fields } = new SubscribedBrowser(service, name)
  return (await t.as(user).call(addWebPushSubscription, fields)).id
}

/** Sends a direct message, and the notifications of it. */
async function message(t: TestApp, from: Account, to: Account): Promise<void> {
  await t.given.message(from, [to])
  await deliver(t)
}

async function deliver(t: TestApp): Promise<void> {
  for (const job of [notifyJob, sendPushesJob]) await job.run(t.app.services, t.organizationId)
}

test('people see their own browsers and phones, with what is known of each', async () => {
  const t = await withServices()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const desk = await new TestBrowser(t).enter(iris)
  const other = await subscribed(t, iris, 'other')
  await desk.call('GET', '/tagma/web_push')
  const { fields } = new SubscribedBrowser(service, 'desk')
  const { json: own } = await desk.call('POST', '/tagma/web_push_subscriptions', fields)
  const phone = await givenPhone(t, iris)
  await t.as(iris).call(addApnsToken, { token: 'c0ffee', appid: 'org.zulip.Zulip' })
  const list = (await desk.call('GET', '/tagma/push_devices')).json.devices
  const common = {
    error_code: null,
    created_at: now(t),
    reached_at: null,
    failed_at: null,
    failure: null,
    failure_text: null,
  }
  const browser = {
    kind: 'browser',
    service: new URL(service.origin).host,
    state: 'told',
    ends_at: expect.any(Number),
    ...common,
  }
  expect(list).toEqual([
    { ...browser, id: own.id, is_current: true, program: 'Firefox on Linux' },
    { ...browser, id: other, is_current: false, program: 'Unknown program' },
    {
      ...common,
      kind: 'phone',
      id: phone,
      is_current: false,
      program: 'tests',
      service: 'fcm',
      state: 'told',
      ends_at: null,
    },
    {
      ...common,
      kind: 'older_phone',
      id: expect.any(Number),
      is_current: false,
      program: 'tests',
      service: 'apns',
      state: 'told',
      ends_at: null,
    },
  ])
  expect(await devicesOf(t, otto)).toEqual([])
})

test.each([
  ['ZulipFlutter/30.0.256 (Android 16)', 'ZulipFlutter 30.0.256 (Android 16)'],
  ['ZulipMobile/27.190 (iOS 17.1; iPhone)', 'ZulipMobile 27.190 (iOS 17.1)'],
  ['curl/8.15', 'curl 8.15'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Mozilla/5.0 (X11; Linux x86_64)'],
  [
    'an app\u0000 of a very long name that tells all about itself and its makers',
    expect.stringMatching(/^an app of .{50}$/),
  ],
  ['', null],
])('the app %j is called %s', (userAgent, name) => {
  expect(appOf(userAgent)).toEqual(name)
})

test('a phone says how far its registration has come', async () => {
  const t = await withServices()
  const { iris } = await t.given.members('iris')
  const { device_id } = await t.as(iris).call(registerClientDevice, {})
  const state = async () => (await devicesOf(t, iris))[0]?.state
  expect(await state()).toBe('silent')
  await t.as(iris).call(registerPushDevice, firstRegistration(device_id))
  expect(await state()).toBe('registering')
})

test('the list says to the hour when a device was reached, and the first time tells the other tabs', async () => {
  const t = await withServices()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await subscribed(t, otto)
  await givenPhone(t, otto)
  await t.as(otto).call(addFcmToken, { token: 'android' })
  const first = now(t)
  const received = await converge(t, [iris, otto], () => message(t, iris, otto))
  const heard = (user: Account) => received.get(user.id)?.filter(({ type }) => type === told.type)
  expect([heard(iris), heard(otto)?.length]).toEqual([[], 3])
  const reached = async () => (await devicesOf(t, otto)).map(({ reached_at }) => reached_at)
  expect(await reached()).toEqual([first, first, first])
  t.clock.advance({ minutes: 59 })
  await message(t, iris, otto)
  expect(await reached()).toEqual([first, first, first])
  t.clock.advance({ minutes: 1 })
  const quiet = await converge(t, [otto], () => message(t, iris, otto))
  expect(quiet.get(otto.id)?.filter(({ type }) => type === told.type)).toEqual([])
  expect(await reached()).toEqual([now(t), now(t), now(t)])
})

test('the list says why a device was not reached, until it is', async () => {
  const t = await withServices()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await subscribed(t, otto)
  await givenPhone(t, otto)
  service.status = 503
  relay.mood = { status: 500 }
  const failed = now(t)
  const received = await converge(t, [otto], () => message(t, iris, otto))
  expect(received.get(otto.id)?.filter(({ type }) => type === told.type)).toHaveLength(2)
  expect(await devicesOf(t, otto)).toMatchObject([
    {
      state: 'told',
      reached_at: null,
      failed_at: failed,
      failure: 'unexpected',
      failure_text: `${new URL(service.origin).host} answered 503`,
    },
    { state: 'told', reached_at: null, failed_at: failed, failure: 'fault' },
  ])
  service.status = 201
  relay.mood = relayMoods.fine
  t.clock.advance({ minutes: 1 })
  await deliver(t)
  const well = { reached_at: now(t), failed_at: null, failure: null, failure_text: null }
  expect(await devicesOf(t, otto)).toMatchObject([well, well])
})

test('a browser that is gone leaves the list, and a phone says that it has to register again', async () => {
  const t = await withServices()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await subscribed(t, otto)
  await givenPhone(t, otto)
  service.status = 410
  relay.mood = { status: 200, body: { delete_token_ids: ['AQEBAQEBAQE='] } }
  const received = await converge(t, [otto], () => message(t, iris, otto))
  expect(received.get(otto.id)?.filter(({ type }) => type === told.type)).toHaveLength(1)
  expect(await devicesOf(t, otto)).toMatchObject([
    { kind: 'phone', state: 'ended', failed_at: now(t), failure: 'gone' },
  ])
})

test('a removed browser gets nothing, stays removed when it renews itself, and can be taken back', async () => {
  const t = await withServices()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const desk = await new TestBrowser(t).enter(otto)
  await desk.call('GET', '/tagma/web_push')
  const { fields } = new SubscribedBrowser(service, 'desk')
  const add = (more = {}) => desk.call('POST', '/tagma/web_push_subscriptions', { ...fields, ...more })
  const id = Number((await add()).json.id)
  const removed = await converge(t, [iris, otto], () =>
    t.as(otto).call(removeWebPushSubscription, { subscription_id: id }),
  )
  expect([removed.get(iris.id), removed.get(otto.id)]).toMatchObject([[], [told]])
  await message(t, iris, otto)
  expect(service.calls).toEqual([])
  expect(await devicesOf(t, otto)).toEqual([])
  expect((await desk.call('GET', '/tagma/web_push')).json).toMatchObject({
    subscriptions: [],
    is_removed: true,
  })
  expect((await add({ is_renewal: 'true' })).json.code).toBe('BAD_REQUEST')

  const restored = await converge(t, [otto], () =>
    t.as(otto).call(restoreWebPushSubscription, { subscription_id: id }),
  )
  expect(restored.get(otto.id)).toMatchObject([told])
  expect((await devicesOf(t, otto)).map((one) => one.id)).toEqual([id])
  expect((await t.as(otto).refusal(restoreWebPushSubscription, { subscription_id: id })).code).toBe(
    'BAD_REQUEST',
  )

  // Whoever presses the switch there means it.
  await t.as(otto).call(removeWebPushSubscription, { subscription_id: id })
  expect((await add()).json.result).toBe('success')
  expect((await add({ is_renewal: 'true' })).json.result).toBe('success')
  expect(await devicesOf(t, otto)).toHaveLength(1)
})

test('a session that ends tells the other tabs that its browser is off the list', async () => {
  const t = await withServices()
  const { otto } = await t.given.members('otto')
  const desk = await new TestBrowser(t).enter(otto)
  await desk.call('GET', '/tagma/web_push')
  await desk.call('POST', '/tagma/web_push_subscriptions', new SubscribedBrowser(service, 'desk').fields)
  const ended = await converge(t, [otto], () => desk.request('POST', '/accounts/logout/'))
  expect(ended.get(otto.id)).toMatchObject([told])
  expect(await devicesOf(t, otto)).toEqual([])
})

test('people remove their own phones whose apps do not encrypt, without knowing the token', async () => {
  const t = await withServices()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const added = await converge(t, [iris, otto], () => t.as(otto).call(addFcmToken, { token: 'android' }))
  expect([added.get(iris.id), added.get(otto.id)]).toMatchObject([[], [told]])
  const phone_id = (await devicesOf(t, otto))[0]?.id ?? 0
  expect((await t.as(iris).refusal(removeOlderPhone, { phone_id })).message).toBe('Invalid `phone_id`')
  const removed = await converge(t, [otto], () => t.as(otto).call(removeOlderPhone, { phone_id }))
  expect(removed.get(otto.id)).toMatchObject([told])
  expect(await devicesOf(t, otto)).toEqual([])
  expect((await t.as(otto).refusal(removeOlderPhone, { phone_id })).code).toBe('BAD_REQUEST')
})

test('a test goes to one device or to all, and a failure at one device stops no other', async () => {
  const t = await withServices()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const browser = await subscribed(t, otto)
  const phone = await givenPhone(t, otto)
  await t.as(otto).call(addFcmToken, { token: 'android' })
  const older = (await devicesOf(t, otto)).find(({ kind }) => kind === 'older_phone')?.id ?? 0
  const testing = async (which: { kind?: 'browser' | 'phone' | 'older_phone'; id?: number } = {}) =>
    (await t.as(otto).call(testPushDevices, which)).results
  expect(await testing({ kind: 'phone', id: phone })).toEqual([
    { kind: 'phone', id: phone, result: 'sent', msg: '' },
  ])
  expect(service.calls).toEqual([])

  service.status = 503
  expect(await testing()).toEqual([
    { kind: 'browser', id: browser, result: 'failed', msg: expect.stringContaining('answered 503') },
    { kind: 'phone', id: phone, result: 'sent', msg: '' },
    { kind: 'older_phone', id: older, result: 'sent', msg: '' },
  ])
  service.status = 410
  expect(await testing({ kind: 'browser', id: browser })).toMatchObject([{ result: 'gone', msg: '' }])
  const refused = { kind: 'browser', id: browser } as const
  expect((await t.as(otto).refusal(testPushDevices, refused)).code).toBe('NO_ACTIVE_PUSH_DEVICE')
  expect((await t.as(iris).refusal(testPushDevices, { kind: 'phone', id: phone })).code).toBe(
    'NO_ACTIVE_PUSH_DEVICE',
  )
  expect((await t.as(iris).refusal(testPushDevices, {})).code).toBe('NO_ACTIVE_PUSH_DEVICE')
  expect((await t.as(otto).refusal(testPushDevices, { kind: 'phone' })).code).toBe('BAD_REQUEST')
})

test('where only encrypted notifications are allowed, older phones are barred', async () => {
  const t = await withServices()
  const { otto } = await t.given.members('otto')
  const owner = await t.given.user('owner', { role: 'owner' })
  await t.as(otto).call(addFcmToken, { token: 'android' })
  await t.as(owner).call(updateRealm, { require_e2ee_push_notifications: true })
  expect((await devicesOf(t, otto)).map(({ state }) => state)).toEqual(['barred'])
  expect((await t.as(otto).refusal(testPushDevices, {})).code).toBe('NO_ACTIVE_PUSH_DEVICE')
})

test('where no push service for phones is set up, a test says so', async () => {
  const t = await testApp()
  const { otto } = await t.given.members('otto')
  await t.as(otto).call(addFcmToken, { token: 'android' })
  expect((await t.as(otto).call(testPushDevices, {})).results).toMatchObject([
    { result: 'failed', msg: expect.stringContaining('not configured') },
  ])
})
