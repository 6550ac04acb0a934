import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { addWebPushSubscription } from '@tagma/contract/endpoints/push/add-web-push-subscription.ts'
import { getWebPush } from '@tagma/contract/endpoints/push/get-web-push.ts'
import { removeWebPushSubscription } from '@tagma/contract/endpoints/push/remove-web-push-subscription.ts'
import { testWebPush } from '@tagma/contract/endpoints/push/test-web-push.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { notifyJob } from '#areas/notifications/notify-job.ts'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { browserPushService, signedBy, SubscribedBrowser } from '#test/browser-push-service.ts'
import { TestBrowser } from '#test/browser.ts'
import { sendPushesJob } from './send-pushes-job.ts'

const service = await browserPushService()
afterAll(() => service.close())
beforeEach(() => {
  service.status = 201
  service.calls.length = 0
})

const withService = () => testApp({ TAGMA_OUTGOING_ALLOW: '127.0.0.1' })

async function notify(t: TestApp): Promise<void> {
  for (const job of [notifyJob, sendPushesJob]) await job.run(t.app.services, t.organizationId)
}

/** Subscribes in a session of its own; the test drives everything else by other sessions. */
async function subscribed(t: TestApp, user: Account, name = 'phone') {
  await t.as(user).call(getWebPush, {})
  const browser = new SubscribedBrowser(service, name)
  const { id } = await t.as(user).call(addWebPushSubscription, browser.fields)
  return { browser, id }
}

const waiting = async ({ app, organizationId }: TestApp) =>
  (
    await app.services.data.db
      .selectFrom('outgoing_pushes')
      .select('id')
      .where('organization_id', '=', organizationId)
      .execute()
  ).length

test('a browser gets a direct message, encrypted for it and signed by the organization, and that it was read', async () => {
  const t = await withService()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { browser } = await subscribed(t, otto)
  const id = await t.given.message(iris, [otto], { content: 'Lunch at *noon*?' })
  await notify(t)
  expect(browser.read(service.calls)).toEqual([
    expect.objectContaining({
      type: 'message',
      message_id: id,
      recipient_type: 'direct',
      recipient_user_ids: [iris.id, otto.id],
      sender_full_name: iris.name,
      content: 'Lunch at noon?',
      user_id: otto.id,
    }),
  ])
  const [call] = service.calls
  if (!call) throw new Error('Nothing was sent')
  expect(call.headers).toMatchObject({ urgency: 'high', ttl: '86400', 'content-encoding': 'aes128gcm' })
  const { public_key } = await t.as(otto).call(getWebPush, {})
  // The library takes the real clock.
  const signed = await signedBy(public_key, call, service.origin, new Date())
  expect(signed.sub).toBe(`mailto:postmaster@${t.host.split(':')[0]}`)
  service.calls.length = 0
  await t.as(otto).call(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' })
  await notify(t)
  expect(browser.read(service.calls)).toMatchObject([{ type: 'remove', message_ids: [id] }])
  expect(service.calls[0]?.headers.urgency).toBe('low')
})

test('Safari gets no push that shows nothing', async () => {
  const t = await withService()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await t.as(otto).call(getWebPush, {})
  const { fields } = new SubscribedBrowser({ origin: 'https://web.push.apple.com' }, 'phone')
  await t.as(otto).call(addWebPushSubscription, fields)
  const sent: string[] = []
  const { webPush } = t.app.services.outside
  const send = webPush.send.bind(webPush)
  webPush.send = async ({ payload }) => (sent.push(String(JSON.parse(payload).type)), 'taken')
  onTestFinished(() => void (webPush.send = send))
  const id = await t.given.message(iris, [otto])
  await notify(t)
  await t.as(otto).call(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' })
  await notify(t)
  expect([sent, await waiting(t)]).toEqual([['message'], 0])
})

test('the text of a direct message is not sent to a browser where the person wants it on no screen', async () => {
  const t = await withService()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  await t.as(otto).call(updateSettings, { pm_content_in_desktop_notifications: false })
  const { browser } = await subscribed(t, otto)
  await t.given.message(iris, [otto], { content: 'between us' })
  await t.given.message(iris, channel, { content: 'for @**otto** and all' })
  await notify(t)
  const contents = browser.read(service.calls).map(({ content }) => content)
  expect(contents.map(String).toSorted((a, b) => a.length - b.length)).toEqual([
    '',
    expect.stringContaining('and all'),
  ])
})

test('the key of an organization stays, and others have others', async () => {
  const t = await withService()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const keyFor = async (at: TestApp, user: Account) => (await at.as(user).call(getWebPush, {})).public_key
  const [first, second] = await Promise.all([keyFor(t, iris), keyFor(t, otto)])
  expect(Buffer.from(first, 'base64url')).toHaveLength(65)
  expect(second).toBe(first)
  const other = await withService()
  const { uma } = await other.given.members('uma')
  expect(await keyFor(other, uma)).not.toBe(first)
})

test('subscriptions are listed to their person, and one session has one', async () => {
  const t = await withService()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const desk = await new TestBrowser(t).enter(iris)
  await desk.call('GET', '/tagma/web_push')
  const first = new SubscribedBrowser(service, 'first')
  const second = new SubscribedBrowser(service, 'second')
  const add = ({ fields }: SubscribedBrowser) => desk.call('POST', '/tagma/web_push_subscriptions', fields)
  await add(first)
  const { json } = await add(second)
  const elsewhere = await subscribed(t, iris, 'elsewhere')
  expect((await desk.call('GET', '/tagma/web_push')).json.subscriptions).toMatchObject([
    { id: json.id, is_current: true },
    { id: elsewhere.id, is_current: false },
  ])
  expect((await t.as(otto).call(getWebPush, {})).subscriptions).toEqual([])
  await t.given.message(otto, [iris])
  await notify(t)
  expect([first, second, elsewhere.browser].map((one) => one.read(service.calls).length)).toEqual([0, 1, 1])
})

test('a session that ends takes its subscription along, and so does removal', async () => {
  const t = await withService()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const desk = await new TestBrowser(t).enter(iris)
  const first = new SubscribedBrowser(service, 'first')
  await desk.call('GET', '/tagma/web_push')
  await desk.call('POST', '/tagma/web_push_subscriptions', first.fields)
  const { id } = await subscribed(t, iris)
  await t.given.message(otto, [iris])
  await notifyJob.run(t.app.services, t.organizationId)
  await desk.request('POST', '/accounts/logout/')
  await t.as(iris).call(removeWebPushSubscription, { subscription_id: id })
  expect(await waiting(t)).toBe(2)
  await sendPushesJob.run(t.app.services, t.organizationId)
  expect(service.calls).toEqual([])
  expect(await waiting(t)).toBe(0)
  expect((await t.as(iris).refusal(removeWebPushSubscription, { subscription_id: id })).code).toBe(
    'BAD_REQUEST',
  )
})

test('a browser subscribes with the key of the organization', async () => {
  const t = await withService()
  const { iris } = await t.given.members('iris')
  const { fields } = new SubscribedBrowser(service, 'phone')
  expect((await t.as(iris).refusal(addWebPushSubscription, fields)).message).toContain('has no key yet')
})

test('nobody tests or removes the browser of somebody else', async () => {
  const t = await withService()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { id } = await subscribed(t, otto)
  for (const endpoint of [removeWebPushSubscription, testWebPush])
    expect((await t.as(iris).refusal(endpoint, { subscription_id: id })).message).toBe(
      'Invalid `subscription_id`',
    )
  await t.as(otto).call(testWebPush, { subscription_id: id })
  expect(service.calls).toHaveLength(1)
})

test.each([404, 410, 403])('a browser that is gone (%d) is forgotten', async (status) => {
  const t = await withService()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { id } = await subscribed(t, otto)
  service.status = status
  expect((await t.as(otto).refusal(testWebPush, { subscription_id: id })).message).toContain('has ended')
  await subscribed(t, otto, 'other')
  await t.given.message(iris, [otto])
  await notify(t)
  expect((await t.as(otto).call(getWebPush, {})).subscriptions).toEqual([])
  expect(await waiting(t)).toBe(0)
})

test('a push service that fails holds nobody else up, and is asked again', async () => {
  const t = await withService()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { browser, id } = await subscribed(t, otto)
  service.status = 503
  const refusal = await t.as(otto).refusal(testWebPush, { subscription_id: id })
  expect(refusal.code).toBe('FAILED_TO_CONNECT_BOUNCER')
  expect(refusal.message).toContain('answered 503')
  await t.given.message(iris, [otto], { content: 'later' })
  await notify(t)
  service.status = 201
  service.calls.length = 0
  t.clock.advance({ minutes: 1 })
  await notify(t)
  expect(browser.read(service.calls)).toMatchObject([{ content: 'later' }])
})

test('an address of this network is not called', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { id } = await subscribed(t, otto)
  expect((await t.as(otto).refusal(testWebPush, { subscription_id: id })).code).toBe(
    'FAILED_TO_CONNECT_BOUNCER',
  )
  await t.given.message(iris, [otto])
  await notify(t)
  expect(service.calls).toEqual([])
  expect(await waiting(t)).toBe(0)
})

test.each([
  ['endpoint', 'ftp://push.example.com/1'],
  ['endpoint', `https://push.example.com/${'x'.repeat(2048)}`],
  ['p256dh', 'AAAA'],
  ['p256dh', Buffer.alloc(65, 4).toString('base64url')],
  ['auth', 'AAAA'],
])('a subscription with a wrong %s is refused', async (name, value) => {
  const t = await withService()
  const { iris } = await t.given.members('iris')
  const { fields } = new SubscribedBrowser(service, 'phone')
  const refusal = await t.as(iris).refusal(addWebPushSubscription, { ...fields, [name]: value })
  expect([refusal.code, refusal.message]).toEqual(['BAD_REQUEST', expect.stringContaining(`\`${name}\``)])
})
