import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { phone, stage } from '#test/story.ts'

const story = stage()

const topicPath = (topic: string) =>
  `/#narrow/channel/${story.world.channels.design}-design/topic/${encodeURIComponent(topic)}`
const boxOf = (page: Page, topic: string) =>
  page.getByRole('textbox', { name: `Message #design > ${topic}`, exact: true })
const messageOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

/** Opens a page that is kept on its device. */
async function openKept(topic: string, device: BrowserContextOptions = {}): Promise<Page> {
  const page = await story.open('iris', { path: topicPath(topic), serviceWorkers: 'allow', ...device })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return page
}

/** Names of what the device keeps: databases, caches, workers and texts. */
const keptOn = (page: Page) =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    texts: Object.keys(localStorage),
  }))

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Analytical Engine' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

const signIn = async (context: BrowserContext, name: 'iris' | 'otto') => {
  const { email, password } = story.world.people[name]
  await context.request.post('/login/', {
    form: { username: email, password },
    headers: { origin: story.server.url },
    maxRedirects: 0,
  })
}

test('while the server restarts, a reload shows the copy, and goes on when it is back', async () => {
  story.expectComplaint(
    /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_INCOMPLETE|Failed to load/,
  )
  await story.world.send('otto', { channel: 'design', topic: 'restart' }, 'Before the restart')
  const page = await openKept('restart')
  await messageOf(page, 'Before the restart').waitFor()
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await story.server.stop('SIGTERM')
  await page.reload()
  await messageOf(page, 'Before the restart').waitFor()
  const box = boxOf(page, 'restart')
  await box.fill('Written without a server')
  await box.press('Control+Enter')
  await page.getByText(/^Offline since/).waitFor({ timeout: 15_000 })
  await story.server.start()
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect.poll(() => messageOf(page, 'Written without a server').getByText('Sending').count()).toBe(0)
  expect(await messageOf(page, 'Written without a server').count()).toBe(1)
})

/** Removes a part of the copy, and returns the keys of all that were there. */
const removePart = (page: Page, gone: string) =>
  page.evaluate(
    (key) =>
      new Promise<string[]>((resolve) => {
        const opened = indexedDB.open('tagma')
        opened.addEventListener('success', () => {
          const table = opened.result.transaction('kept', 'readwrite').objectStore('kept')
          const keys = table.getAllKeys()
          table.delete(key)
          table.transaction.addEventListener('complete', () => {
            opened.result.close()
            resolve(keys.result.map(String))
          })
        })
      }),
    gone,
  )

test('a phone without network begins with the open conversation, and has all the rest behind it', async () => {
  story.expectComplaint(/ERR_INTERNET_DISCONNECTED|Failed to load/)
  await story.world.send('otto', { channel: 'design', topic: 'pocket' }, 'Seen on a phone')
  const page = await openKept('pocket', phone)
  await messageOf(page, 'Seen on a phone').waitFor()
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await expect.poll(() => removePart(page, 'no part')).toContain('copy realm_users')
  await page.context().setOffline(true)
  await page.reload()
  await messageOf(page, 'Seen on a phone').getByText('Otto').first().waitFor()
  await page.evaluate(() => (location.hash = '#places'))
  const places = page.getByRole('navigation', { name: 'Places' })
  for (const name of Object.keys(story.world.channels).slice(0, 3))
    await places.getByRole('link', { name }).first().waitFor()
})

test('a copy that lacks a part is no harm: the page asks the server', async () => {
  await story.world.send('otto', { channel: 'design', topic: 'pocket' }, 'Seen in spite of it')
  const page = await openKept('pocket', phone)
  await messageOf(page, 'Seen in spite of it').waitFor()
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await expect.poll(() => removePart(page, 'copy realm_users')).toContain('copy realm_users')
  await page.reload()
  await messageOf(page, 'Seen in spite of it').waitFor()
  await story.world.send('otto', { channel: 'design', topic: 'pocket' }, 'And what came after')
  await messageOf(page, 'And what came after').waitFor()
})

test('signing out erases what the device has, in all tabs', async () => {
  // The other tab can hear it from the server first.
  story.expectComplaint('401')
  const page = await openKept('logo')
  await messageOf(page, 'The logo is round now.').waitFor()
  const other = await page.context().newPage()
  await other.goto('/')
  await other.getByRole('navigation', { name: 'Places' }).waitFor()
  expect((await keptOn(page)).workers).toBe(1)
  await signOut(page)
  await page.waitForURL(/\/login\/$/)
  await other.waitForURL(/\/login\//)
  expect(await keptOn(page)).toEqual({ databases: [], caches: [], workers: 0, texts: [] })
})

test('signing out asks about text that the server does not have', async () => {
  story.expectComplaint('net::ERR_FAILED')
  const page = await story.open('iris', { path: topicPath('logo') })
  await boxOf(page, 'logo').waitFor()
  await page.route(/\/json\/(messages|drafts)/, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort(),
  )
  await boxOf(page, 'logo').fill('Not sent')
  await boxOf(page, 'logo').press('Control+Enter')
  await messageOf(page, 'Not sent').waitFor()
  await signOut(page)
  const question = page.getByRole('dialog', { name: 'Sign out and lose what was not sent?' })
  await question.getByText('1 message').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await messageOf(page, 'Not sent').waitFor()
  await signOut(page)
  await question.getByRole('button', { name: 'Sign out and lose it' }).click()
  await page.waitForURL(/\/login\/$/)
  expect((await keptOn(page)).databases).toEqual([])
})

test('without network nobody is signed out, and nothing is erased', async () => {
  story.expectComplaint('net::ERR_FAILED')
  const page = await story.open('iris', { path: topicPath('logo') })
  await messageOf(page, 'The logo is round now.').waitFor()
  await page.route('**/accounts/logout/', (route) => route.abort())
  await signOut(page)
  await page.getByRole('alert').filter({ hasText: 'You are still signed in' }).waitFor()
  expect((await keptOn(page)).databases).toContain('tagma')
  await page.reload()
  await messageOf(page, 'The logo is round now.').waitFor()
})

test('a session that ended elsewhere leads to signing in, and the same person finds their text', async () => {
  // The poll is refused; later the queue of the ended session is gone.
  story.expectComplaint(/40[01]/)
  const page = await openKept('logo')
  await messageOf(page, 'The logo is round now.').waitFor()
  const [cookie] = (await page.context().cookies()).filter(({ httpOnly }) => httpOnly)
  // As from another device: the server ends the session, and this page does not know.
  const ended = await fetch(new URL('/accounts/logout/', story.server.url), {
    method: 'POST',
    headers: { cookie: `${cookie!.name}=${cookie!.value}`, origin: story.server.url },
    redirect: 'manual',
  })
  expect(ended.status).toBe(303)
  await page.waitForURL(/\/login\/\?ended#/)
  await page.getByText('You were signed out.').waitFor()
  expect((await keptOn(page)).databases).toContain('tagma')
  await page.getByLabel('Email').fill(story.world.people.iris.email)
  await page.getByLabel('Password', { exact: true }).fill(story.world.people.iris.password)
  await page.keyboard.press('Enter')
  await messageOf(page, 'The logo is round now.').waitFor()
  expect(new URL(page.url()).hash).toContain('topic/logo')
})

test('another person on the same device never sees the copy', async () => {
  story.expectComplaint(/401|ERR_/)
  const page = await openKept('secret thoughts')
  await page.goto(`/#narrow/channel/${story.world.channels.secret}-secret/topic/plans`)
  await messageOf(page, 'Nobody else reads this').waitFor()
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await page.goto('/login/form.js')
  await signIn(page.context(), 'otto')
  const seen: string[] = []
  await page.route(/\/json\/(register|events|messages)/, (route) => {
    seen.push(route.request().url())
    return new Promise(() => undefined)
  })
  await page.goto('/')
  await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor()
  expect(await page.context().cookies()).toContainEqual(
    expect.objectContaining({ name: 'tagma-account', value: String(story.world.people.otto.id) }),
  )
  expect(await page.getByRole('navigation', { name: 'Places' }).count()).toBe(0)
})
