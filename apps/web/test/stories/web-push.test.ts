import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { browserPushService, SubscribedBrowser } from '@tagma/server/test/browser-push-service.ts'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { stage } from '#test/story.ts'
import { makeWorld } from '#test/world.ts'

const service = await browserPushService()
afterAll(() => service.close())
// Chromium without its windows has no notifications.
const story = stage({ TAGMA_OUTGOING_ALLOW: '127.0.0.1' }, makeWorld, undefined, '/usr/bin/chromium')

const settingsOf = (page: Page) => page.getByRole('region', { name: 'While no tab is open' })

/** Opens the settings in a browser with a service worker, whose push service is the one of this file. */
async function openSettings() {
  const browser = new SubscribedBrowser(service, 'iris')
  const page = await story.open('iris', { serviceWorkers: 'allow' })
  // Without the network outside, the browser reaches no push service of its own.
  await page.context().addInitScript((fields) => {
    let present: object | null = null
    const { prototype } = PushManager
    prototype.getSubscription = async () => present as PushSubscription | null
    prototype.subscribe = async (options) => {
      const { applicationServerKey } = options ?? {}
      const key = (applicationServerKey as string).replaceAll('-', '+').replaceAll('_', '/')
      present = {
        options: { applicationServerKey: Uint8Array.from(atob(key), (byte) => byte.charCodeAt(0)).buffer },
        toJSON: () => ({ endpoint: fields.endpoint, keys: { p256dh: fields.p256dh, auth: fields.auth } }),
        unsubscribe: async () => ((present = null), true),
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
  await section.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('A test notification is on its way').waitFor()
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

test('other browsers are listed and removed, and this one is turned off', async () => {
  const first = await openSettings()
  await settingsOf(first.page).getByRole('button', { name: 'Turn on' }).click()
  await settingsOf(first.page).getByText('This browser gets your notifications').waitFor()
  const page = await story.open('iris', { path: '/#settings/notifications' })
  const others = settingsOf(page).getByRole('listitem')
  await others.first().waitFor()
  const count = await others.count()
  await others
    .last()
    .getByRole('button', { name: /^No notifications for / })
    .click()
  await page.getByText('gets no notifications any more').waitFor()
  await expect.poll(() => others.count()).toBe(count - 1)

  await first.page.reload()
  await settingsOf(first.page).getByRole('button', { name: 'Turn on' }).click()
  await settingsOf(first.page).getByRole('button', { name: 'Turn off' }).click()
  await settingsOf(first.page).getByText('can get your notifications').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'While no tab is open' }).waitFor()
  await expect.poll(() => others.count()).toBe(count - 1)
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
