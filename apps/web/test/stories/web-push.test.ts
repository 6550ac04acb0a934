import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { addFcmToken } from '@tagma/contract/endpoints/push/add-fcm-token.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import type { PushDevice } from '@tagma/contract/objects/push-device.ts'
import { browserPushService, SubscribedBrowser } from '@tagma/server/test/browser-push-service.ts'
import type { Page } from 'playwright-core'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { accessibilityProblems, type OpenOptions, sizes, stage } from '#test/story.ts'
import { makeWorld } from '#test/world.ts'

const service = await browserPushService()
afterAll(() => service.close())
// Chromium without its windows has no notifications.
const story = stage({ TAGMA_OUTGOING_ALLOW: '127.0.0.1' }, makeWorld, undefined, '/usr/bin/chromium')

const settingsOf = (page: Page) => page.getByRole('region', { name: 'While no tab is open' })
const devicesOf = (page: Page) => page.getByRole('region', { name: 'Devices that are told' })
const rowsOf = (page: Page) => devicesOf(page).getByRole('listitem')

/** Opens the settings in a browser with a service worker, whose push service is the one of this file. */
async function openSettings(name = 'iris', options: OpenOptions = {}) {
  const browser = new SubscribedBrowser(service, name)
  const page = await story.open('iris', { ...options, serviceWorkers: 'allow' })
  // Without the network outside, the browser reaches no push service of its own.
  await page.context().addInitScript((fields) => {
    // The empty page between has no storage.
    if (location.origin === 'null') return
    const unsubscribe = async () => {
      present = null
      sessionStorage.removeItem('subscribed')
      return true
    }
    // Set by a story in which the browser has kept its subscription over a reload.
    let present: object | null = sessionStorage.getItem('subscribed') ? { options: {}, unsubscribe } : null
    const { prototype } = PushManager
    prototype.getSubscription = async () => present as PushSubscription | null
    prototype.subscribe = async ({ applicationServerKey } = {}) => {
      const key = (applicationServerKey as string).replaceAll('-', '+').replaceAll('_', '/')
      present = {
        options: { applicationServerKey: Uint8Array.from(atob(key), (byte) => byte.charCodeAt(0)).buffer },
        toJSON: () => ({ endpoint: fields.endpoint, keys: { p256dh: fields.p256dh, auth: fields.auth } }),
        unsubscribe,
      }
      return present as PushSubscription
    }
  }, browser.fields)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.goto('about:blank')
  await page.goto('/#settings/notifications')
  return { browser, page }
}

/** Brings pushes to the browser. */
async function deliver(page: Page, pushed: readonly unknown[]): Promise<void> {
  if (pushed.length === 0) return
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  for (const each of pushed)
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: story.server.url,
      registrationId,
      data: JSON.stringify(each),
    })
  await session.detach()
}

/**
 * Waits until what is pushed meanwhile leads to this. Pushes come one by one or several at once. Like a push service, it
 * brings them again to a browser that has done nothing with them: one under load may not start its worker in time.
 */
async function expectShown(page: Page, browser: SubscribedBrowser, expected: unknown): Promise<void> {
  const pushed: unknown[] = []
  const shown = async () => {
    pushed.push(...browser.read(service.calls.splice(0)))
    await deliver(page, pushed)
    return shownTo(page)
  }
  await expect.poll(shown, { interval: 500 }).toEqual(expected)
}

const shownTo = (page: Page) =>
  page.evaluate(async () => {
    const { getNotifications } = ServiceWorkerRegistration.prototype
    const shown = await getNotifications.call(await navigator.serviceWorker.ready)
    return shown.map(({ title, body }) => [title, body])
  })

/** Presses the only notification that is shown. */
async function pressNotification(page: Page): Promise<void> {
  const [worker] = page.context().serviceWorkers()
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration } & EventTarget
    const [notification] = await scope.registration.getNotifications()
    const { NotificationEvent } = globalThis as unknown as {
      NotificationEvent: new (type: string, init: object) => Event
    }
    scope.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })
}

test('a browser is told of messages by its service worker, leads there, and forgets what was read elsewhere', async () => {
  const { browser, page } = await openSettings()
  const section = settingsOf(page)
  await section.getByRole('button', { name: 'Turn on' }).click()
  await section.getByText('This browser gets your notifications').waitFor()
  const row = rowsOf(page).filter({ hasText: 'This browser' })
  await row.getByText('Not reached yet').waitFor()
  await row.getByRole('button', { name: /^Send a test to/ }).click()
  await page.getByText('A test notification is on its way').waitFor()
  await row.getByText('Last reached').waitFor()
  await expectShown(page, browser, [['Analytical Engine', new URL(story.server.url).host]])

  await story.world.people.iris.call(updateSettings, { enable_online_push_notifications: true })
  const id = await story.world.send('otto', ['iris'], 'Are you *there*?')
  await expectShown(page, browser, expect.arrayContaining([['Otto Lindqvist', 'Are you there?']]))
  // The test goes first.
  await page.evaluate(async () => {
    const all = await (await navigator.serviceWorker.ready).getNotifications({ tag: 'tagma trial' })
    for (const each of all) each.close()
  })
  await pressNotification(page)
  await expect.poll(() => page.url()).toContain(`/near/${id}`)
  await page.getByRole('article').filter({ hasText: 'Are you there?' }).waitFor()

  const next = await story.world.send('otto', { channel: 'design', topic: 'logo' }, 'Ask @**iris**')
  const asked = [['Otto Lindqvist · #design › logo', expect.stringContaining('Ask')]]
  await expectShown(page, browser, expect.arrayContaining(asked))
  await story.world.people.iris.call(updateMessageFlags, { messages: [next], op: 'add', flag: 'read' })
  await expectShown(page, browser, expect.not.arrayContaining(asked))
})

/** Removes everything from Iris’s list that earlier stories have put there. */
async function emptyList(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { devices } = (await (await fetch('/json/tagma/push_devices')).json()) as {
      devices: { kind: string; id: number }[]
    }
    for (const { kind, id } of devices)
      if (kind === 'browser') await fetch(`/json/tagma/web_push_subscriptions/${id}`, { method: 'DELETE' })
  })
}

test.each(sizes)(
  '%s, a browser is removed from another one, which follows, and taken back; its own page does not bring it back',
  async (_, options) => {
    const first = await openSettings('removed', options)
    await emptyList(first.page)
    const page = await story.open('iris', { ...options, path: '/#settings/notifications' })
    await devicesOf(page).getByText('No browser and no phone gets your notifications').waitFor()
    await settingsOf(first.page).getByRole('button', { name: 'Turn on' }).click()
    await rowsOf(first.page).getByText('This browser').waitFor()

    const row = rowsOf(page)
    await row.getByRole('button', { name: /^Remove / }).click()
    await page.getByText('gets no notifications any more').waitFor()
    await expect.poll(() => row.count()).toBe(0)
    await settingsOf(first.page).getByRole('button', { name: 'Turn on' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.waitFor()
    await rowsOf(first.page).getByText('This browser').waitFor()

    await row.getByRole('button', { name: /^Remove / }).click()
    await expect.poll(() => row.count()).toBe(0)
    // It still has its subscription when it starts, and gives it up.
    await first.page.evaluate(() => sessionStorage.setItem('subscribed', 'yes'))
    await first.page.reload()
    await expect.poll(() => first.page.evaluate(() => sessionStorage.getItem('subscribed'))).toBe(null)
    await settingsOf(first.page).getByRole('button', { name: 'Turn on' }).waitFor()
    expect(await row.count()).toBe(0)

    await settingsOf(first.page).getByRole('button', { name: 'Turn on' }).click()
    await settingsOf(first.page).getByRole('button', { name: 'Turn off' }).click()
    await settingsOf(first.page).getByText('can get your notifications').waitFor()
    await expect.poll(() => row.count()).toBe(0)
  },
)

test.each(sizes)('%s, a test says who was not reached, and the list says why', async (_, options) => {
  const { page } = await openSettings('tried', options)
  await emptyList(page)
  await settingsOf(page).getByRole('button', { name: 'Turn on' }).click()
  await rowsOf(page).getByText('This browser').waitFor()
  const other = await story.open('iris', options)
  await other.evaluate(async (fields) => {
    await fetch('/json/tagma/web_push')
    await fetch('/json/tagma/web_push_subscriptions', { method: 'POST', body: new URLSearchParams(fields) })
  }, new SubscribedBrowser(service, 'elsewhere').fields)
  await expect.poll(() => rowsOf(page).count()).toBe(2)
  await devicesOf(page).getByRole('button', { name: 'Send a test to all' }).click()
  await page.getByText('2 test notifications are on their way').waitFor()
  await expect.poll(() => rowsOf(page).getByText('Last reached').count()).toBe(2)

  service.status = 503
  onTestFinished(() => void (service.status = 201))
  await devicesOf(page).getByRole('button', { name: 'Send a test to all' }).click()
  await page.getByRole('alert').getByText('Not reached: ').waitFor()
  await rowsOf(page).first().getByText('its push service did not accept the notification').waitFor()
  expect(await rowsOf(page).first().textContent()).toContain('answered 503')

  service.status = 410
  const last = rowsOf(page).last()
  await last.getByRole('button', { name: /^Send a test to/ }).click()
  await page.getByText('its push service does not know it').waitFor()
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  const scrolls = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(scrolls).toBe(false)
  expect(await accessibilityProblems(page)).toEqual([])
})

test('a phone is listed in words, tried, and removed after a question', async () => {
  const { iris } = story.world.people
  await iris.call(addFcmToken, { token: 'android' })
  const page = await story.open('iris', { path: '/#settings/notifications' })
  await emptyList(page)
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  const row = rowsOf(page)
  await row.getByText('Its app does not encrypt').waitFor()
  await devicesOf(page).getByText('This server reaches no phones at present').waitFor()
  await row.getByRole('button', { name: /^Send a test to/ }).click()
  await page.getByText('was not reached').waitFor()
  await row.getByRole('button', { name: /^Remove / }).click()
  const question = page.getByRole('dialog', { name: /^No more notifications for / })
  await question.getByText('Only its app can turn them on again').waitFor()
  await question.getByRole('button', { name: 'Remove' }).click()
  await devicesOf(page).getByText('No browser and no phone gets your notifications').waitFor()
})

const phone: PushDevice = {
  kind: 'phone',
  id: 1,
  is_current: false,
  program: null,
  service: 'fcm',
  state: 'told',
  error_code: null,
  created_at: null,
  ends_at: null,
  reached_at: null,
  failed_at: null,
  failure: null,
  failure_text: null,
}

test.each(sizes)('%s, each standing of a device is said in words', async (_, options) => {
  const failed = { failed_at: 1_767_690_000, failure_text: 'The push relay answered 500' }
  const standings: PushDevice[] = [
    {
      ...phone,
      program: 'ZulipFlutter 30.0.256 (Android 16)',
      created_at: 1_767_603_600,
      reached_at: 1_767_690_000,
    },
    { ...phone, service: 'apns', state: 'registering' },
    { ...phone, service: null, state: 'silent' },
    { ...phone, state: 'rejected', error_code: 'REQUEST_EXPIRED' },
    { ...phone, state: 'ended', failed_at: 1_767_690_000, failure: 'gone' },
    { ...phone, kind: 'older_phone', state: 'barred' },
    ...(['unreachable', 'fault', 'refused', 'unexpected', 'unfit'] as const).map((failure) => ({
      ...phone,
      ...failed,
      failure,
    })),
  ]
  const devices = standings.map((device, id) => ({ ...device, id }))
  const page = await story.open('iris', options)
  await page.route('**/json/tagma/push_devices', (route) =>
    route.fulfill({ json: { result: 'success', msg: '', devices } }),
  )
  await page.goto('/#settings/notifications')
  await expect.poll(() => rowsOf(page).count()).toBe(devices.length)
  const texts = await rowsOf(page).locator('.setting-text').allTextContents()
  const said = [
    /^ZulipFlutter.*Since .*2026.*Last reached .*2026/,
    /^An iPhone or iPadIts push service has not accepted it yet/,
    /^A phoneIts app has not asked/,
    /^An Android phoneIt gets nothing.*REQUEST_EXPIRED/,
    /It gets nothing. Open its app.*does not know it any more/,
    /encrypted notifications only/,
    /did not answer.*The server says: The push relay answered 500/,
    /had an error/,
    /refuses this server/,
    /did not accept the notification/,
    /must not call it/,
  ]
  expect(texts.map((text, index) => said[index]?.test(text) || text)).toEqual(said.map(() => true))
  expect(
    await rowsOf(page)
      .getByRole('button', { name: /^Send a test to/ })
      .count(),
  ).toBe(6)
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
  expect(await accessibilityProblems(page)).toEqual([])
})

test('a list that does not come says so, and is asked for again', async () => {
  const page = await story.open('iris')
  story.expectComplaint(/push_devices|Failed to load/)
  await page.route('**/json/tagma/push_devices', (route) => route.fulfill({ status: 500, body: 'no' }), {
    times: 1,
  })
  await page.goto('/#settings/notifications')
  await devicesOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => devicesOf(page).getByRole('alert').count()).toBe(0)
})

test('the list speaks German', async () => {
  const { iris } = story.world.people
  await iris.call(updateSettings, { default_language: 'de' })
  onTestFinished(async () => void (await iris.call(updateSettings, { default_language: 'en' })))
  const page = await story.open('iris', { path: '/#settings/notifications' })
  await emptyList(page)
  const list = page.getByRole('region', { name: 'Geräte mit Benachrichtigungen' })
  const empty = list.getByText('Kein Browser und kein Telefon bekommt deine Benachrichtigungen')
  await expect.poll(() => empty.count()).toBe(1)
})

test('a browser that was not allowed says so, and nothing changes', async () => {
  const { page } = await openSettings()
  await page.evaluate(() => {
    Notification.requestPermission = async () => 'denied'
  })
  await settingsOf(page).getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('was not allowed to show notifications').waitFor()
  await settingsOf(page).getByRole('button', { name: 'Turn on' }).waitFor()
  expect(await settingsOf(page).getByRole('button', { name: 'Turn off' }).count()).toBe(0)
})
