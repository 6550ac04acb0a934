import { markAllAsRead } from '@tagma/contract/endpoints/messages/mark-all-as-read.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chooseInShell, followWindows, putIntoShell, shellOf, shellWindow } from '#test/desktop-shell.ts'
import { articleOf, inTopics } from '#test/in-topics.ts'
import { accessibilityProblems, stage } from '#test/story.ts'
import { type Asked, loseFocus, notedBy, noteTelling, openTelling } from '#test/telling.ts'
import type { PersonName } from '#test/world.ts'

const story = stage()
const { addressOf, send } = inTopics(story)

/** Opens a topic in the desktop app. */
async function openInShell(name: PersonName, topic: string): Promise<Page> {
  const page = await story.open(name, { path: '/#recent', ...shellWindow })
  await noteTelling(page.context(), 'granted')
  await putIntoShell(page.context())
  await openTelling(page, addressOf(topic))
  return page
}

test('the server answers what the app asks before it shows a page', async () => {
  const { url } = story.server
  const settings = await fetch(`${url}/api/v1/server_settings`)
  const { realm_uri, realm_name, realm_icon, zulip_version, zulip_feature_level } =
    (await settings.json()) as Readonly<Record<string, string>>
  // The app gives notifications to the page whose origin this is.
  expect(realm_uri).toBe(new URL(url).origin)
  expect(realm_name).toBe('Analytical Engine')
  expect(realm_icon && new URL(realm_icon, url).origin).toBe(new URL(url).origin)
  expect(zulip_version).toMatch(/^\d+\.\d+/)
  expect(Number(zulip_feature_level)).toBeGreaterThanOrEqual(65)
  // By this it learns that the network is back.
  expect((await fetch(`${url}/api/v1/server_settings`, { method: 'HEAD' })).ok).toBe(true)
})

test('the app hears of unread messages and of the organization, and shows a number and a dot', async () => {
  await send('otto', 'shell', 'Before all')
  await story.world.people.iris.call(markAllAsRead, {})
  const page = await openInShell('iris', 'shell')
  const heard = async (channel: string) =>
    (await shellOf(page)).sent.findLast(([name]) => name === channel)?.[1]
  await expect.poll(() => heard('unread-count')).toBe(0)
  expect(await heard('realm-name-changed')).toBe('Analytical Engine')
  expect(await heard('realm-icon-changed')).toContain('/')
  expect(await shellOf(page)).toMatchObject({ badge: 0, hasDot: false, supportsReply: true })
  await loseFocus(page)
  await send('otto', 'shell', 'Something')
  await expect.poll(() => heard('unread-count')).toBe(1)
  await expect.poll(() => shellOf(page)).toMatchObject({ badge: 1, hasDot: false })
  await story.world.send('otto', ['iris'], 'For you')
  await expect.poll(() => heard('unread-count')).toBe(2)
  await expect.poll(() => shellOf(page)).toMatchObject({ badge: 2, hasDot: true })
  await story.world.people.olive.call(updateRealm, { name: 'Difference Engine' })
  await expect.poll(() => heard('realm-name-changed')).toBe('Difference Engine')
  await story.world.people.olive.call(updateRealm, { name: 'Analytical Engine' })
  await story.world.people.iris.call(markAllAsRead, {})
  await expect.poll(() => heard('unread-count')).toBe(0)
  await expect.poll(() => shellOf(page)).toMatchObject({ badge: 0, hasDot: false })
})

test('notifications go by way of the app: a click opens the message, an answer in one is sent', async () => {
  await send('otto', 'answers', 'Before all')
  const page = await openInShell('iris', 'answers')
  await loseFocus(page)
  const first = await story.world.send('otto', ['iris'], 'Warm grey?')
  const titles = async () => (await notedBy(page)).shown
  await expect.poll(titles).toEqual([['Otto Lindqvist', 'Warm grey?', 'open']])
  // The next one of a conversation takes the place of the one before.
  await story.world.send('otto', ['iris'], 'Or cold?')
  await expect.poll(titles).toEqual([
    ['Otto Lindqvist', 'Warm grey?', 'closed'],
    ['Otto Lindqvist', 'Or cold?', 'open'],
  ])
  await page.evaluate(() =>
    (globalThis as unknown as { noted: { shown: Asked[] } }).noted.shown.at(-1)?.click(),
  )
  await articleOf(page, 'Or cold?').waitFor()
  expect((await shellOf(page)).sent).toContainEqual(['focus-this-webview'])

  await chooseInShell(page, 'send_notification_reply_message', first, 'Warm, please')
  await articleOf(page, 'Warm, please').waitFor()
  await expect.poll(() => articleOf(page, 'Warm, please').getByText('Sending').count()).toBe(0)
  const failed = async () =>
    (await shellOf(page)).sent.filter(([name]) => name === 'send_notification_reply_message_failed')
  expect(await failed()).toEqual([])
  story.expectComplaint(/400/)
  await chooseInShell(page, 'send_notification_reply_message', 99_999_999, 'To nobody')
  await expect.poll(failed).toMatchObject([[expect.any(String), { message_id: 99_999_999 }]])
  await chooseInShell(page, 'send_notification_reply_message', first, 'x'.repeat(10_001))
  await expect.poll(async () => (await failed()).length).toBe(2)
})

test('the menus of the app lead to the keys, to the settings and out', async () => {
  await send('otto', 'menus', 'Before all')
  const page = await openInShell('mia', 'menus')
  await chooseInShell(page, 'show-keyboard-shortcuts')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await shortcuts.waitFor()
  await page.keyboard.press('Escape')
  await shortcuts.waitFor({ state: 'detached' })
  await chooseInShell(page, 'show-notification-settings')
  await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor()
  // Its Back walks the history of the page.
  await page.goBack()
  await articleOf(page, 'Before all').waitFor()
  await chooseInShell(page, 'show-download-success', 'Saved', 'Show in folder', 'a1')
  await page.getByRole('button', { name: 'Show in folder' }).click()
  expect((await shellOf(page)).sent).toContainEqual(['show-downloaded-file-in-folder', 'a1'])
  await chooseInShell(page, 'logout')
  await page.waitForURL(/\/login\/$/)
  expect((await shellOf(page)).badge).toBe(0)
})

test('files are saved by the session, other links go to the browser, and a narrow window has room for all', async () => {
  const { otto } = story.world.people
  const form = new FormData()
  form.append('file', new Blob(['some text'], { type: 'text/plain' }), 'notes.txt')
  const uploaded = (await (
    await fetch(`${story.server.url}/api/v1/user_uploads`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Basic ${btoa(`${otto.email}:${otto.apiKey}`)}` },
    })
  ).json()) as { readonly url: string }
  await send(
    'otto',
    'files',
    `[notes.txt](${uploaded.url}) and [elsewhere](${story.server.url}/help/reading)`,
  )
  const page = await openInShell('iris', 'files')
  const followed = followWindows(page)
  await articleOf(page, 'notes.txt').getByRole('link', { name: 'notes.txt' }).click()
  await expect.poll(() => followed.length).toBe(1)
  await articleOf(page, 'notes.txt').getByRole('link', { name: 'elsewhere' }).click()
  await expect.poll(() => followed.map(([to]) => to)).toEqual(['saved', 'browser'])
  // The app asks for the file with the cookie of the page, and with nothing else.
  const saved = await page.context().request.get(uploaded.url)
  expect(await saved.text()).toBe('some text')
  expect((await fetch(`${story.server.url}${uploaded.url}`)).ok).toBe(false)
  const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await page.evaluate(isWide)).toBe(false)
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  // Without the clipboard, which the app refuses, what is copied goes by a selection.
  await articleOf(page, 'notes.txt').focus()
  await page.keyboard.press('Control+c')
  await page.getByText('Text copied').waitFor()
})
